import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MESSAGES } from '../packages/contracts/src/constants.ts';
import * as paths from '../packages/contracts/src/paths.ts';
import { FURTHER_PATHS, SPECIFIED_PATHS, SPECIFIED_TEXTS } from '../packages/contracts/src/specification.ts';
import * as texts from '../packages/contracts/src/texts.ts';
import { type NamedTest, namesPath, namesText, readTests } from './coverage.ts';
import { writeTree } from './temporary-tree.ts';

const constants = new Map(
  Object.entries({ paths, texts, MESSAGES }).flatMap(([from, values]) =>
    Object.entries(values).map(([name, value]): [string, string] => [`${from}.${name}`, value]),
  ),
);

const TABLE = join(import.meta.dirname, '../docs/coverage.md');

const rowOf = (what: string, test: NamedTest | undefined): string =>
  `| \`${what}\` | ${test?.name.replaceAll('|', '\\|')} | \`${test?.file}\` |`;

/** e2e journeys that check one property of many screens, such as contrast, but not what a screen does. */
const ONE_PROPERTY = /\/(accessibility|reflow|weight|toast|layout)\.spec\.ts$/;

describe('the table in docs/coverage.md', () => {
  const tests = readTests(join(import.meta.dirname, '..'), constants).filter(
    ({ file }) => !ONE_PROPERTY.test(file),
  );
  const allPaths = [...SPECIFIED_PATHS.public, ...SPECIFIED_PATHS.member, ...FURTHER_PATHS];
  const allTexts = [...new Set<string>(Object.values(SPECIFIED_TEXTS).flat())];

  const needs = [
    ...allPaths.map((path) => ({ part: 'address', what: path, covers: namesPath(path, allPaths) })),
    ...allTexts.map((text) => ({ part: 'text', what: text, covers: namesText(text) })),
  ];
  const width = new Map(tests.map((test) => [test, needs.filter(({ covers }) => covers(test)).length]));
  const widthOf = (test: NamedTest): number => width.get(test) ?? 0;

  // A row keeps its test while the test covers the row, so a new test does not change other rows.
  const stored = existsSync(TABLE) ? readFileSync(TABLE, 'utf8') : '';
  const isStored = (what: string, test: NamedTest): boolean => stored.includes(rowOf(what, test));

  /**
   * Chooses an e2e journey, else a web test, else an API test. Among tests of one kind, chooses the test that
   * covers the fewest rows.
   */
  const choose = (what: string, covers: (test: NamedTest) => boolean): NamedTest | undefined => {
    const found = tests.filter(covers);
    const best = ['apps/e2e/', 'apps/web/', 'apps/api/']
      .map((folder) => found.filter(({ file }) => file.startsWith(folder)))
      .find((inFolder) => inFolder.length > 0)
      ?.reduce((least, test) => (widthOf(test) < widthOf(least) ? test : least));
    return found.find((test) => isStored(what, test)) ?? best;
  };
  const rows = needs.map(({ part, what, covers }) => ({ part, what, test: choose(what, covers) }));

  it('has a test for each specified address and each specified text', () => {
    expect(rows.filter(({ test }) => !test).map(({ part, what }) => `${part} ${what}`)).toEqual([]);
  });

  it('is up to date (update: `pnpm exec vitest run --config .config/vitest.config.ts --project unit .config/coverage.test.ts -u`)', async () => {
    const table = (part: string, head: string) => [
      `| ${head} | test | file |`,
      '|---|---|---|',
      ...rows
        .filter((row) => row.part === part)
        .map(
          ({ what, test }) => `| \`${what}\` | ${test?.name.replaceAll('|', '\\|')} | \`${test?.file}\` |`,
        ),
    ];
    const lines = [
      '# Addresses and texts with a test of each',
      '',
      'Generated from `packages/contracts/src/specification.ts` and the tests by `.config/coverage.test.ts`, which fails',
      'when a row has no test. A test covers a row when it names the address or the text. Screens and rules:',
      '[the product](../docs/product.md).',
      '',
      '## Addresses',
      '',
      ...table('address', 'address'),
      '',
      '## Texts',
      '',
      ...table('text', 'text'),
      '',
    ];
    await expect(lines.join('\n')).toMatchFileSnapshot(TABLE);
  });
});

describe('a test', () => {
  const read = (source: string, more: Record<string, string> = {}) =>
    readTests(writeTree({ 'apps/web/src/a.test.tsx': source, ...more }), new Map([['paths.faq', '/faq']]));
  const all = ['/faq', '/my_lists/:listId', '/my_lists/share/:code'];

  it.each([
    ['a literal', `test('t', () => renderApp('/faq?x=1'))`, ['/faq']],
    ['a constant', `it('t', () => renderApp(paths.faq))`, ['/faq']],
    ['a template', `it("t", () => renderApp(\`/my_lists/\${id}\`))`, ['/my_lists/:listId']],
    [
      'a literal that matches two paths (only the path with fewer parameters)',
      `it('t', () => go('/my_lists/share/x'))`,
      ['/my_lists/share/:code'],
    ],
    ['a list of cases', `const ALL = ['/faq']; it.each(ALL)('t %s', (at) => go(at))`, ['/faq']],
    ['only the title of a test (covers none)', `it('/faq', () => undefined)`, []],
    ['only a comment (covers none)', `it('t', () => undefined) // '/faq'`, []],
    ['only an unused declaration (covers none)', `const ALL = ['/faq']; it('t', () => undefined)`, []],
  ])('covers exactly the addresses that it uses when the address is in %s', (_name, source, covered) => {
    const [test] = read(source);
    expect(all.filter((path) => test && namesPath(path, all)(test))).toEqual(covered);
  });

  it('covers an address in a test helper that the test calls, but not an address in product code', () => {
    const helper = { 'apps/web/test/helper.ts': `export const open = () => go('/faq');` };
    const product = { 'apps/web/src/helper.ts': `export const open = () => go('/faq');` };
    const use = (from: string) => `import { open } from '${from}'; it('t', () => open());`;
    expect(read(use('../test/helper.ts'), helper).map(namesPath('/faq', all))).toEqual([true]);
    expect(read(use('./helper.ts'), product).map(namesPath('/faq', all))).toEqual([false]);
  });

  it('covers a short text only as a whole string, and a long text even within a string', () => {
    const tests = read(`it('t', () => expect('Rate it. No results at all here.'))`);
    expect(tests.map(namesText('Rate'))).toEqual([false]);
    expect(tests.map(namesText('No results at all'))).toEqual([true]);
  });
});
