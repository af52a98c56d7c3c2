import { expect, it } from 'vitest';
import { findBrokenCitations, findMissingSources } from './citations.mjs';
import { writeTree } from './temporary-tree.ts';

// These names are separate from the rest of each citation, because the check reads this file too.
const md = '.md';
const adr = 'ADR';
const guide = `docs/guide${md}`;
const documents = {
  [guide]: '# Guide\n\n## The first evening: `order`\n\n- <a id="caps"></a>**1.1 Caps.**\n',
  [`docs/adr/0007-run-one-process${md}`]: '# Run one process\n',
};

function brokenIn(text: string, source = 'apps/api/src/a.ts'): string[] {
  return findBrokenCitations(writeTree({ ...documents, [source]: text }));
}

it.each([
  ['an existing file', `// See ${guide}.`],
  ['an anchor with an id', `/** The caps (${guide}#caps). */`],
  ['the slug of a heading', `/* ${guide}#the-first-evening-order */`],
  ['an existing ADR', `// ${adr} 7 gives the reasons, ${adr}-0007 too.`],
])('findBrokenCitations accepts a citation of %s', (_name, text) => {
  expect(brokenIn(text)).toEqual([]);
});

it.each([
  ['an absent file', `// A = B of data${md}`, `no file data${md}`],
  ['an absent anchor', `// ${guide}#limits`, `no anchor #limits in ${guide}`],
  ['an absent ADR', `// as in ${adr} 8`, `no ${adr} 8`],
])('findBrokenCitations reports a citation of %s with its line', (_name, text, problem) => {
  expect(brokenIn(`const a = 1;\n${text}\n`)).toEqual([`apps/api/src/a.ts:2: ${problem}`]);
});

it('findBrokenCitations reads migrations, schema and styles, and accepts a document next to the citing source', () => {
  const absent = `none${md}`;
  for (const source of ['prisma/migrations/1/migration.sql', 'prisma/schema.prisma', 'apps/web/src/a.css'])
    expect(brokenIn(absent, source)).toEqual([`${source}:1: no file ${absent}`]);
  const beside = { [`packages/a/README${md}`]: '', 'packages/a/a.ts': `// README${md}` };
  expect(findBrokenCitations(writeTree(beside))).toEqual([]);
});

it('findBrokenCitations ignores generated and installed files', () => {
  for (const source of ['apps/api/node_modules/a/a.ts', 'apps/web/dist/a.js', 'prisma/client/a.ts'])
    expect(brokenIn(`// none${md}`, source)).toEqual([]);
});

it('findMissingSources reports each absent source that a document mentions', () => {
  const text =
    'Files: `apps/api/src/a.test.ts`, `src/a.test.ts`, `*.test.ts`, `b.ts`, `apps/api/src/c.ts`, `apps/api/src/c.ts`.\n';
  const tree = writeTree({ [guide]: text, 'apps/api/src/a.test.ts': '' });
  expect(findMissingSources(tree)).toEqual([`${guide}: no file b.ts`, `${guide}: no file apps/api/src/c.ts`]);
});
