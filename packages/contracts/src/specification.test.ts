import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FURTHER_PATHS, SPECIFIED_PATHS, SPECIFIED_TEXTS } from './specification.ts';

const product = readFileSync(join(import.meta.dirname, '../../../docs/product.md'), 'utf8');

/** Returns the addresses in the table of routes of docs/product.md, with every parameter as `{}`. */
function documentedPaths(): string[] {
  const [, table = ''] = /<a id="routes"><\/a>([\s\S]*?)<a id="ids-in-paths">/.exec(product) ?? [];
  const cells = [...table.matchAll(/^\| (`\/.*?) \|/gm)].map(([, cell = '']) => cell);
  return cells
    .flatMap((cell) => [...cell.matchAll(/`(.*?)`/g)])
    .map(([, path = '']) => path.replace(/\{\w+\}/g, '{}'));
}

/** The texts of docs/product.md in quotation marks. A text may continue on the next line. */
const quoted = new Set(
  [...product.replace(/\n\s*/g, ' ').matchAll(/"([^"]+)"/g)].map(([, text = '']) => text.replace(/,$/, '')),
);

describe('the screens of the specification', () => {
  it('have 21 public and 16 member addresses without duplicates', () => {
    expect(SPECIFIED_PATHS.public).toHaveLength(21);
    expect(SPECIFIED_PATHS.member).toHaveLength(16);
    const all = [...SPECIFIED_PATHS.public, ...SPECIFIED_PATHS.member, ...FURTHER_PATHS];
    expect(new Set(all).size).toBe(all.length);
  });

  it('and FURTHER_PATHS are exactly the addresses in the table of routes of docs/product.md', () => {
    const all = [...SPECIFIED_PATHS.public, ...SPECIFIED_PATHS.member, ...FURTHER_PATHS];
    expect(all.map((path) => path.replace(/:\w+/g, '{}')).sort()).toEqual(documentedPaths().sort());
  });
});

describe('the texts of the specification', () => {
  it.each([
    [2, 36],
    [4, 7],
    [5, 25],
    [8, 27],
  ] as const)('of section %i are exactly %i, without duplicates', (section, count) => {
    expect(SPECIFIED_TEXTS[section]).toHaveLength(count);
    expect(new Set(SPECIFIED_TEXTS[section]).size).toBe(count);
  });

  it('are in docs/product.md, in quotation marks and letter for letter', () => {
    const texts = new Set<string>(Object.values(SPECIFIED_TEXTS).flat());
    expect([...texts].filter((text) => !quoted.has(text))).toEqual([]);
  });
});
