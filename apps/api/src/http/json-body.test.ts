import { LARGE_BODY_BYTES } from '@marquee/contracts';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { jsonBody } from './json-body.ts';

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
