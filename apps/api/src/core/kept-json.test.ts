import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { KeptJson } from './kept-json.ts';

const text = JSON.stringify({
  media: Array.from({ length: 500 }, (_, id) => ({ id, title: 'Ocean’s Eleven' })),
});

it('a cached reply takes the memory of its compressed form after a client has asked for that form', async () => {
  const told: number[] = [];
  const kept = new KeptJson(Buffer.from(text), ({ bytes }) => told.push(bytes));
  expect(String(await kept.plain())).toBe(text);
  expect([kept.bytes, told]).toEqual([kept.length, []]);
  const compressed = await kept.compressed('br');
  expect(String(brotliDecompressSync(compressed))).toBe(text);
  expect([kept.bytes, told]).toEqual([compressed.length, [compressed.length]]);
  expect(compressed.length).toBeLessThan(kept.length / 4);
});

it('a client gets a reply plain or with gzip after another client got it with Brotli', async () => {
  const kept = new KeptJson(Buffer.from(text), () => undefined);
  await kept.compressed('br');
  expect(String(await kept.plain())).toBe(text);
  expect(String(gunzipSync(await kept.compressed('gzip')))).toBe(text);
});

it('clients that ask at the same time share one compression', async () => {
  const kept = new KeptJson(Buffer.from(text), () => undefined);
  const [first, second, plain] = await Promise.all([
    kept.compressed('br'),
    kept.compressed('br'),
    kept.plain(),
  ]);
  expect(second).toBe(first);
  expect(String(plain)).toBe(text);
});
