import { BODY_SPARE_BYTES, type RouteContract, routes } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bodyLimitOf, largestBodyBytes } from './body-limit.ts';

const bodies = Object.entries<RouteContract>(routes).flatMap(([key, { body }]) =>
  body ? [[key, body] as const] : [],
);

it.each(bodies)('the body schema of %s bounds the size of the body', (_key, body) => {
  expect(largestBodyBytes(body)).toBeGreaterThan(0);
});

describe('the largest body', () => {
  it('has every optional field and writes every unit of keys and texts as \\uXXXX', () => {
    const schema = z.object({
      a: z.string().max(3).nullable().optional(),
      b: z.array(z.boolean()).max(2).optional(),
      c: z.enum(['x', 'long']),
    });
    const text = String.raw`{"\u0061":"\u0078\u0078\u0078","\u0062":[false,false],"\u0063":"\u006c\u006f\u006e\u0067"}`;
    expect(schema.parse(JSON.parse(text))).toEqual({ a: 'xxx', b: [false, false], c: 'long' });
    // The count has one comma more for each object and array.
    expect(largestBodyBytes(schema)).toBe(text.length + 2);
  });

  it.each([
    ['a text without a largest length', z.object({ user: z.object({ name: z.string() }) }), 'user.name'],
    ['an array without a largest number of items', z.object({ ids: z.array(z.int()) }), 'ids'],
    ['a record whose keys are any text', z.object({ map: z.record(z.string(), z.boolean()) }), 'map'],
    ['a value of any type', z.object({ any: z.unknown() }), 'any'],
  ])('is refused for %s, with the name of the field', (_what, schema, field) => {
    expect(() => largestBodyBytes(schema)).toThrow(`${field} has no`);
  });
});

it('a call without a body schema reads only the spare bytes', () => {
  expect(bodyLimitOf({})).toBe(BODY_SPARE_BYTES);
});
