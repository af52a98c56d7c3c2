import { expect, it } from 'vitest';
import { z } from 'zod';
import { bodyLimitOf } from './body-limit.ts';

const limitOf = (body: z.ZodType): number => bodyLimitOf({ body });

it('a body may have the fields of all parts that it is put together from', () => {
  const one = z.object({ one: z.string().max(10_000) });
  const two = z.object({ two: z.string().max(20_000) });
  expect(limitOf(z.intersection(one, two))).toBeGreaterThan(6 * 30_000);
});
