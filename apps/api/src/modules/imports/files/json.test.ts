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
