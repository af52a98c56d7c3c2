import { z } from 'zod';

type Schema = z.core.JSONSchema.JSONSchema;

const toSchema = (schema: Schema | boolean | undefined): Schema => (typeof schema === 'object' ? schema : {});

/** Returns a JSON text with every UTF-16 unit written `\uXXXX`. */
export const escaped = (text: string): string =>
  `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;

/** Returns JSON as text that no parser may write shorter: every key and text escaped. */
export function escapedJson(value: unknown): string {
  if (typeof value === 'string') return escaped(value);
  if (Array.isArray(value)) return `[${value.map(escapedJson).join(',')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, inner]) => `${escaped(key)}:${escapedJson(inner)}`)
      .join(',')}}`;
  return JSON.stringify(value);
}

const longest = (values: readonly unknown[]): unknown =>
  values.reduce((best, value) => (escapedJson(value).length > escapedJson(best).length ? value : best));

/** Returns a value with every field of a schema, every array full and every text as long as it may be. */
function fill(schema: Schema): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return longest(choices.map((choice) => fill(toSchema(choice))));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return longest(schema.enum);
  const [type] = [schema.type].flat();
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, fill(toSchema(inner))]),
    );
  if (type === 'array') {
    const item = fill(toSchema(Array.isArray(schema.items) ? schema.items[0] : schema.items));
    return Array.from({ length: schema.maxItems ?? 0 }, () => item);
  }
  if (type === 'string') return schema.format === 'date' ? '1990-12-31' : 'é'.repeat(schema.maxLength ?? 1);
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  return Math.min(schema.maximum ?? 2 ** 31 - 1, 2 ** 31 - 1);
}

/** Returns a body of the largest size that a schema accepts, as a value. Its texts may break other rules. */
export const largestBody = (schema: z.ZodType): unknown =>
  fill(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
