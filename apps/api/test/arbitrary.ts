import fc from 'fast-check';
import { z } from 'zod';

type Schema = z.core.JSONSchema.JSONSchema;

const toSchema = (schema: Schema | boolean | undefined): Schema => (typeof schema === 'object' ? schema : {});

/**
 * Example texts for patterns with look-behind or Unicode properties, from which fast-check cannot generate
 * texts.
 */
const TEXTS = fc.oneof(
  fc.constantFrom(
    'reader@example.com',
    'Ünïcode@bücher.example',
    'Sunday list',
    'abc123',
    'marquee2026',
    '1',
    '12',
    '2000-02-29',
  ),
  fc.string({ maxLength: 40 }),
);

function text(schema: Schema): fc.Arbitrary<string> {
  const limits = {
    minLength: schema.minLength ?? 0,
    maxLength: Math.min(schema.maxLength ?? 60, (schema.minLength ?? 0) + 60),
  };
  if (schema.pattern === undefined) return fc.oneof(TEXTS, fc.string(limits));
  try {
    return fc.oneof(fc.stringMatching(new RegExp(schema.pattern)), TEXTS);
  } catch {
    return TEXTS;
  }
}

function object(schema: Schema): fc.Arbitrary<object> {
  const properties = Object.entries(schema.properties ?? {});
  return fc.record(
    Object.fromEntries(properties.map(([name, inner]) => [name, fromJsonSchema(toSchema(inner))])),
    {
      requiredKeys: schema.required ?? [],
    },
  );
}

function fromJsonSchema(schema: Schema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fromJsonSchema(toSchema(choice))));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return object(schema);
    case 'array':
      return fc.array(
        fromJsonSchema(toSchema(Array.isArray(schema.items) ? schema.items[0] : schema.items)),
        {
          maxLength: Math.min(schema.maxItems ?? 5, 5),
        },
      );
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -3, max: Math.min(schema.maximum ?? 50, 50) });
    case 'number':
      return fc.double({ noNaN: true, min: -10, max: 10 ** 10 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

/**
 * Returns values that match a contract schema converted to JSON schema. The call may still refuse a value by
 * a rule that JSON schema cannot express.
 */
export const arbitraryOf = (schema: z.ZodType): fc.Arbitrary<unknown> =>
  fromJsonSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));

const RUBBISH = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1.5,
    11,
    1e308,
    2 ** 31,
    '',
    ' ',
    '\u0000',
    '\ud800',
    'a\r\nBcc: x@example.com',
    "'; DROP TABLE users; --",
    [],
    {},
    [[]],
    '9'.repeat(300),
    '💥'.repeat(33),
  ),
  fc.jsonValue(),
);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns values of `original` with one change: a part replaced by random data, a removed key or an added
 * key.
 */
export function mutated(original: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(original, fc.nat(), fc.nat({ max: 3 }), RUBBISH)
    .map(([value, at, how, rubbish]) => change(value, at, how, rubbish));
}

function change(value: unknown, at: number, how: number, rubbish: unknown): unknown {
  const keys = isObject(value) ? Object.keys(value) : [];
  const key = keys[at % Math.max(1, keys.length)];
  if (!isObject(value) || key === undefined) return rubbish;
  if (isObject(value[key]) && at % 4 !== 0)
    return { ...value, [key]: change(value[key], at >>> 2, how, rubbish) };
  if (how === 0) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  if (how === 1) return { ...value, extra: rubbish };
  return { ...value, [key]: rubbish };
}
