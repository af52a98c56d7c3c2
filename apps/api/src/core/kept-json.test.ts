import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { KeptJson } from './kept-json.ts';

const text = JSON.stringify({
  media: Array.from({ length: 500 }, (_, id) => ({ id, title: 'Ocean’s Eleven' })),
});

it('a cached reply takes the memory of its compressed form', async () => {
  const kept = new KeptJson(Buffer.from(text));
  const compressed = await kept.compressed('br');
  expect(String(brotliDecompressSync(compressed))).toBe(text);
  expect(kept.bytes).toBe(compressed.length);
  expect(kept.length).toBe(Buffer.byteLength(text));
  expect(compressed.length).toBeLessThan(kept.length / 4);
});

it('a client gets a cached reply plain, with gzip or with Brotli', async () => {
  for (const each of [text, '{"media":[]}']) {
    const kept = new KeptJson(Buffer.from(each));
    expect(String(await kept.plain())).toBe(each);
    expect(String(gunzipSync(await kept.compressed('gzip')))).toBe(each);
    expect(String(brotliDecompressSync(await kept.compressed('br')))).toBe(each);
  }
});

it('a cached reply keeps its text while the bytes it was made from are used again', async () => {
  for (const each of [text, '{"media":[]}']) {
    const shared = Buffer.from(each);
    const kept = new KeptJson(shared);
    shared.fill(0);
    expect(String(await kept.plain())).toBe(each);
  }
});
