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

it('a body with too many levels, fields, values, objects or arrays is refused, and texts do not count', async () => {
  const app = Fastify({ bodyLimit: LARGE_BODY_BYTES });
  await app.register(jsonBody);
  app.post('/', async () => null);
  const statusOf = async (payload: string): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    return (await app.inject({ method: 'POST', url: '/', payload, headers })).statusCode;
  };
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  const object = (fields: number): string =>
    `{${Array.from({ length: fields }, (_, at) => `"k${at}":1`).join(',')}}`;
  const numbers = (count: number): string => `[${Array(count).fill('1').join(',')}]`;
  const arrays = (count: number): string => `[${Array(count).fill('[]').join(',')}]`;
  expect(await Promise.all([nested(32), object(200), arrays(9_999), numbers(25_000)].map(statusOf))).toEqual([
    200, 200, 200, 200,
  ]);
  expect(await Promise.all([nested(33), object(201), arrays(10_000), numbers(25_002)].map(statusOf))).toEqual(
    [400, 400, 400, 400],
  );
  expect(await statusOf(JSON.stringify({ text: `\\"${'[{:'.repeat(10_000)}` }))).toBe(200);
});
