import { BODY_SPARE_BYTES, type RouteContract } from '@marquee/contracts';
import { z } from 'zod';

type Schema = z.core.JSONSchema.JSONSchema;

/** A JSON string whose UTF-16 units are all written `\uXXXX`, with its quotes. */
const stringBytes = (units: number): number => 6 * units + 2;
/** The most digits of a number without bounds: `-2.2250738585072014e-308`. */
const NUMBER_BYTES = 24;
/** The length of texts whose format fixes it. */
const FORMAT_LENGTH: Partial<Record<string, number>> = { date: 10, uuid: 36 };

const toSchema = (schema: Schema | boolean | undefined): Schema => (typeof schema === 'object' ? schema : {});
const literalBytes = (value: unknown): number =>
  typeof value === 'string' ? stringBytes(value.length) : JSON.stringify(value).length;
const fail = (path: string, what: string): never => {
  throw new Error(`${path || 'The body'} has no ${what}, so the size of the body has no bound`);
};

function objectBytes(schema: Schema, path: string): number {
  if (schema.propertyNames !== undefined) {
    const names = toSchema(schema.propertyNames).enum ?? fail(path, 'list of its keys');
    const value = largestBytes(toSchema(schema.additionalProperties), `${path}.*`);
    return names.reduce<number>((sum, name) => sum + literalBytes(name) + value + 2, 2);
  }
  return Object.entries(schema.properties ?? {}).reduce(
    (sum, [name, inner]) =>
      // A colon and a comma.
      sum + stringBytes(name.length) + largestBytes(toSchema(inner), path ? `${path}.${name}` : name) + 2,
    2,
  );
}

function largestBytes(schema: Schema, path: string): number {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return Math.max(...choices.map((choice) => largestBytes(toSchema(choice), path)));
  // Beside a type, `allOf` has several patterns. Without a type, it is an intersection of objects.
  if (schema.allOf && schema.type === undefined)
    return schema.allOf.reduce((sum, part) => sum + largestBytes(toSchema(part), path), 0);
  if (schema.const !== undefined) return literalBytes(schema.const);
  if (schema.enum) return Math.max(...schema.enum.map(literalBytes));
  if (Array.isArray(schema.type))
    return Math.max(...schema.type.map((type) => largestBytes({ ...schema, type }, path)));
  switch (schema.type) {
    case 'object':
      return objectBytes(schema, path);
    case 'array': {
      const items = schema.maxItems ?? fail(path, 'largest number of items');
      const item = Array.isArray(schema.items) ? schema.items[0] : schema.items;
      return items * (largestBytes(toSchema(item), `${path}[]`) + 1) + 2;
    }
    case 'string':
      return stringBytes(
        schema.maxLength ?? FORMAT_LENGTH[schema.format ?? ''] ?? fail(path, 'largest length'),
      );
    case 'integer':
    case 'number':
      return NUMBER_BYTES;
    case 'boolean':
      return 'false'.length;
    case 'null':
      return 'null'.length;
    default:
      return fail(path, 'type');
  }
}

/**
 * Returns the size in bytes of the largest body that matches a schema: with every optional field, and with every
 * UTF-16 unit of keys and texts written `\uXXXX`.
 * @throws Error for a schema without a bound, with the path of the field.
 */
export const largestBodyBytes = (schema: z.ZodType): number =>
  largestBytes(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '');

/**
 * Returns the size in bytes up to which the server reads the body of a call (docs/api.md#body-limit). An upload is
 * a stream, which its route limits.
 */
export function bodyLimitOf({ body, bodyBytes }: Pick<RouteContract, 'body' | 'bodyBytes'>): number {
  return bodyBytes ?? BODY_SPARE_BYTES + (body ? largestBodyBytes(body) : 0);
}
