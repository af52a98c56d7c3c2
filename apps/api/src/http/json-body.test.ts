import { LARGE_BODY_BYTES } from '@marquee/contracts';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { jsonBody } from './json-body.ts';

const COUNT = 20_000;
const bodyOf = (numberOf: (index: number) => number): string =>
  JSON.stringify(Array.from({ length: COUNT }, (_, index) => String(numberOf(index))));

// The only test that compares times. On Node 24.9 the texts have equal hashes and cost a hundred times as much as others,
// so that the tenfold difference depends neither on the machine nor on its load.
it('twenty thousand texts that are multiples of 32,768 cost at most ten times as much as other numbers', async () => {
  const app = Fastify({ bodyLimit: LARGE_BODY_BYTES });
  await app.register(jsonBody);
  app.post('/', async ({ body }) => new Set(Array.isArray(body) ? body : []).size);
  /** Returns the processor time of a request that reads the texts and uses them as keys, in milliseconds. */
  const cost = async (payload: string): Promise<number> => {
    const before = process.cpuUsage();
    const reply = await app.inject({
      method: 'POST',
      url: '/',
      payload,
      headers: { 'content-type': 'application/json' },
    });
    const { user, system } = process.cpuUsage(before);
    expect(reply.body).toBe(String(COUNT));
    return (user + system) / 1_000;
  };
  const harmless = bodyOf((index) => 100_000_000 + 32_769 * index);
  const colliding = bodyOf((index) => 32_768 * (3_052 + index));
  await cost(harmless);
  const usual = Math.min(await cost(harmless), await cost(harmless), await cost(harmless));
  expect(await cost(colliding)).toBeLessThan(10 * usual);
});
