import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { KeptJson } from './encoded-json.ts';

const text = JSON.stringify({
  media: Array.from({ length: 500 }, (_, id) => ({ id, title: 'Ocean’s Eleven' })),
});

it('a cached reply has the form that its client accepts', () => {
  const brotli = new KeptJson(Buffer.from(text), 'br');
  expect(brotli.encoding).toBe('br');
  expect(String(brotliDecompressSync(brotli.bytes))).toBe(text);
  expect(brotli.bytes.length).toBeLessThan(text.length / 4);
  const gzip = new KeptJson(Buffer.from(text), 'gzip');
  expect(gzip.encoding).toBe('gzip');
  expect(String(gunzipSync(gzip.bytes))).toBe(text);
  const plain = new KeptJson(Buffer.from(text), null);
  expect(plain.encoding).toBeNull();
  expect(String(Buffer.from(plain.bytes))).toBe(text);
});

it('a cached reply keeps no more memory than its bytes', () => {
  const numbers = Array.from({ length: 5_000 }, (_, at) => (at * 7919) % 10_007);
  for (const encoding of ['br', 'gzip', null] as const) {
    const { bytes } = new KeptJson(Buffer.from(JSON.stringify(numbers)), encoding);
    expect(bytes.length).toBeGreaterThan(4_096);
    expect(bytes.buffer.byteLength).toBe(bytes.length);
  }
});

it('a small reply stays plain', () => {
  const kept = new KeptJson(Buffer.from('{"media":[]}'), 'br');
  expect(kept.encoding).toBeNull();
  expect(String(Buffer.from(kept.bytes))).toBe('{"media":[]}');
});

it('a cached reply keeps its text while the bytes it was made from are used again', () => {
  const shared = Buffer.from(text);
  const kept = new KeptJson(shared, null);
  shared.fill(0);
  expect(String(Buffer.from(kept.bytes))).toBe(text);
});
