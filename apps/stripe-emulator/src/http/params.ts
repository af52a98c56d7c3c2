import { z } from 'zod';
import { invalid } from '../core/errors.ts';

// Form values are strings. Each schema parses strings into the SDK's parameter types.
export const text = z.string().min(1);
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, 'integer')
  .transform(Number);
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const metadata = z.record(z.string(), z.string());
/** Parses an empty string as null, which clears the field. */
export const clearable = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('').transform(() => null), schema]);
export const clearableText = clearable(text);
export const clearableMetadata = clearable(metadata);
/** Schema of parameters that have no effect, because they only change the look of Stripe's pages. */
export const ignored = z.unknown().optional();

const bounds = z.strictObject({
  gt: integer.optional(),
  gte: integer.optional(),
  lt: integer.optional(),
  lte: integer.optional(),
});
export const range = z.union([integer.transform((value) => ({ gte: value, lte: value })), bounds]);

export const isInRange = (value: number, limits: z.infer<typeof range> | undefined): boolean => {
  if (!limits) return true;
  const { gt, gte, lt, lte } = { gt: undefined, lt: undefined, ...limits };
  return (
    (gt === undefined || value > gt) &&
    (gte === undefined || value >= gte) &&
    (lt === undefined || value < lt) &&
    (lte === undefined || value <= lte)
  );
};

/**
 * Returns a function that makes a strict object schema. Keys that the SDK's parameter type lacks do not
 * compile.
 */
export const paramsOf =
  <SdkParams>() =>
  <Shape extends { [Key in keyof Shape]: Key extends keyof SdkParams ? z.ZodType : never }>(shape: Shape) =>
    z.strictObject(shape);

const nameOf = (path: PropertyKey[]): string =>
  path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('');

type Issue = z.core.$ZodIssue;

function faultOf(issue: Issue, prefix: PropertyKey[] = []): Error {
  const path = [...prefix, ...issue.path];
  const param = nameOf(path);
  if (issue.code === 'invalid_union') {
    const deepest = issue.errors.flat().toSorted((a, b) => b.path.length - a.path.length)[0];
    if (deepest) return faultOf(deepest, path);
  }
  if (issue.code === 'unrecognized_keys') {
    const unknown = nameOf([...path, ...issue.keys.slice(0, 1)]);
    return invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (issue.code === 'invalid_format' && issue.message === 'integer') {
    return invalid(`Invalid integer: ${String(issue.input)}`, { code: 'parameter_invalid_integer', param });
  }
  if (issue.code === 'too_small') {
    return invalid(`You passed an empty string for '${param}'.`, { code: 'parameter_invalid_empty', param });
  }
  return invalid(`Invalid ${param}`, { param });
}

export function parseParams<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw issue ? faultOf(issue) : invalid('Invalid request');
}

/** Merges metadata as Stripe does: an empty value removes its key, and null removes all keys. */
export function mergeMetadata(
  before: Record<string, string> | null,
  given: Record<string, string> | null | undefined,
): Record<string, string> {
  if (given === null) return {};
  const merged = { ...before, ...given };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
}
