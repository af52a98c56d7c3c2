import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, 'pictures');
const sizeOf = (file: string): number => statSync(join(folder, file)).size;

test('no picture of the landing page shows a screen before its content came', () => {
  const dark = globSync('*-dark.webp', { cwd: folder });
  expect(dark).toHaveLength(4);
  // A placeholder is one color, so its file is small beside the same screen in the other theme.
  for (const file of dark) {
    const ratio = sizeOf(file) / sizeOf(file.replace('dark', 'light'));
    expect([file, ratio > 0.5 && ratio < 2]).toEqual([file, true]);
  }
});
