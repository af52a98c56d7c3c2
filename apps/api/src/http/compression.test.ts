import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { compression } from './compression.ts';

const large = { titles: Array.from({ length: 500 }, (_, id) => ({ id, title: 'Ocean’s Eleven' })) };
const app = Fastify();
await app.register(compression);
app.get('/large', async () => large);
app.get('/small', async () => ({ titles: [] }));
app.get('/text', async (_request, reply) => reply.type('text/plain').send('a'.repeat(5_000)));

const get = (url: string, encoding?: string) =>
  app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });

it('a large JSON reply is compressed as the client prefers it', async () => {
  const brotli = await get('/large', 'gzip, deflate, br');
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  expect(JSON.parse(String(brotliDecompressSync(brotli.rawPayload)))).toEqual(large);
  const gzip = await get('/large', 'br;q=0.5, gzip');
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(String(gunzipSync(gzip.rawPayload)))).toEqual(large);
});

it('a large JSON reply is plain for a client that accepts no compression', async () => {
  for (const encoding of [undefined, 'identity', 'gzip;q=0, *;q=0']) {
    const { headers, body } = await get('/large', encoding);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toBe('Accept-Encoding');
    expect(JSON.parse(body)).toEqual(large);
  }
});

it('a small reply and one that is not JSON stay plain', async () => {
  for (const url of ['/small', '/text']) {
    const { headers } = await get(url, 'br, gzip');
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toBeUndefined();
  }
});
