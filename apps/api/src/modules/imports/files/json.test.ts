import { expect, it } from 'vitest';
import { UnreadableFile } from '../records.ts';
import { jsonValues } from './json.ts';

const VALUE_CHARS = 1_000;
const pieces = Array.from({ length: 6 }, () => `"${'x'.repeat(200)}",`);

async function read(parts: string[]): Promise<unknown[]> {
  const found: unknown[] = [];
  const text = (async function* () {
    yield* parts;
  })();
  for await (const { value } of jsonValues(text, () => ['$.lists.*'], VALUE_CHARS)) found.push(value);
  return found;
}

it('jsonValues reads any number of values, and refuses a single value over the limit', async () => {
  expect(await read(['{"lists":[', ...pieces, '1]}'])).toHaveLength(7);
  await expect(read(['{"lists":[[', ...pieces, '1]]}'])).rejects.toThrow(UnreadableFile);
});

it('jsonValues refuses more than 32 levels, and does not count brackets inside texts', async () => {
  const levels = (count: number) => [`{"lists":${'['.repeat(count)}`, `1${']'.repeat(count)}}`];
  expect(await read(levels(31))).toHaveLength(1);
  await expect(read(levels(32))).rejects.toThrow('more than 32 levels');
  const text = `"${'['.repeat(40)}\\" ${'{'.repeat(40)}"`;
  // The first piece ends in front of the escaped quote.
  expect(await read(['{"lists":[', text.slice(0, 42), text.slice(42), ',1]}'])).toHaveLength(2);
  await expect(read(['{"lists":["\\\\", ', '['.repeat(40)])).rejects.toThrow('more than 32 levels');
});
