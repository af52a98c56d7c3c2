import { z } from 'zod';
import type { RouteContract } from './routes/route.ts';

/** Every body may have this much beside its fields, for keys that we do not know and ignore. */
const SPARE_BYTES = 16 * 1024;
/** A UTF-16 unit that is written as an escape, `\uXXXX`, which any JSON writer may do. */
const ESCAPE = 6;
/** The longest number that a client writes, in characters. */
const NUMBER = 25;
/** Formats without a length, such as a day or an address of a time zone. */
const FORMATTED = 64;

type Schema = z.core.JSONSchema.JSONSchema;

const toSchema = (schema: Schema | boolean | undefined): Schema => (typeof schema === 'object' ? schema : {});
const escaped = (length: number): number => ESCAPE * length + 2;
const sum = (sizes: number[]): number => sizes.reduce((total, size) => total + size, 0);

/** Returns the characters of the longest JSON text that a schema accepts, with every UTF-16 unit escaped. */
function longest(schema: Schema): number {
  if (schema.allOf) return sum(schema.allOf.map((part) => longest(toSchema(part))));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return Math.max(...choices.map((choice) => longest(toSchema(choice))));
  if (schema.enum) return Math.max(...schema.enum.map((value) => escaped(String(value).length)));
  if (schema.const !== undefined) return escaped(String(schema.const).length);
  const [type] = [schema.type].flat();
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {});
    return 2 + sum(fields.map(([name, inner]) => escaped(name.length) + longest(toSchema(inner)) + 2));
  }
  if (type === 'array') {
    const item = toSchema(Array.isArray(schema.items) ? schema.items[0] : schema.items);
    return 2 + (schema.maxItems ?? 0) * (longest(item) + 1);
  }
  return type === 'string' ? escaped(schema.maxLength ?? FORMATTED) : NUMBER;
}

/**
 * Returns how many bytes the body of a call may have: its largest valid body with every optional field and every UTF-16
 * unit escaped, and some for unknown keys, unless the contract names a limit (docs/api.md#body-limit).
 */
export function bodyLimitOf({ body, bodyBytes }: Pick<RouteContract, 'body' | 'bodyBytes'>): number {
  if (bodyBytes !== undefined) return bodyBytes;
  const largest = body ? longest(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })) : 0;
  return largest + SPARE_BYTES;
}
