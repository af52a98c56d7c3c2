import type { PrismaClient } from '@marquee/prisma';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase } from '#src/data/database.ts';
import { testDatabaseUrl } from '../../../../test/database.ts';
import { unique } from '../../../../test/factories.ts';
import { enrichCatalogue } from './enrich.service.ts';
import { importCatalogue } from './import.service.ts';

let prisma: PrismaClient;
beforeAll(async () => {
  prisma = connectDatabase(await testDatabaseUrl());
});
afterAll(() => prisma.$disconnect());

/** Each test uses its own source and its own IMDb id. */
let source = '';
let made = 0;
let key = '';
beforeEach(() => {
  source = unique('source');
  key = `tt66${String(++made).padStart(5, '0')}`;
});

const importTitle = (titles: unknown, more = {}) =>
  importCatalogue(
    prisma,
    [JSON.stringify({ key, title: 'Gladiator', type: 'movie', services: ['Netflix'], titles, ...more })],
    { source },
  );
const namesOf = async (): Promise<Record<string, string>> => {
  const rows = await prisma.mediumTitle.findMany({ where: { medium: { source, externalId: key } } });
  return Object.fromEntries(rows.map(({ language, title }) => [language, title]));
};
async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split(/\r?\n/);
}
const enrich = (text: string) => enrichCatalogue(prisma, linesOf(text));

describe('titles in a line of a feed', () => {
  it('are stored by language, replaced by the next line, and deleted when the line has none', async () => {
    await importTitle({ 'pt-br': ' O  Gladiador', pl: 'Gladiator' });
    expect(await namesOf()).toEqual({ 'pt-BR': 'O Gladiador', pl: 'Gladiator' });
    await importTitle({ pt: 'Gladiador' }, { votes: 1 });
    expect(await namesOf()).toEqual({ pt: 'Gladiador' });
    await importTitle(null, { votes: 2 });
    expect(await namesOf()).toEqual({});
  });

  it.each([
    ['a code that is no language', { klingonian: 'x' }],
    ['an empty name', { pl: '  ' }],
    ['a name that is too long', { pl: 'x'.repeat(501) }],
    ['a list', ['Gladiador']],
  ])('make a bad line: %s', async (_case, titles) => {
    const { bad, badLines } = await importTitle(titles);
    expect([bad, badLines[0]?.message]).toEqual([1, expect.stringContaining('titles')]);
  });
});

describe('enrichCatalogue', () => {
  it('adds the names of CSV and NDJSON to titles by IMDb id, again without a change', async () => {
    await importTitle({ pt: 'Gladiador' });
    const csv = `imdb_id,language,title\r\n${key},ja,"グラディエーター"\r\n${key},pt,Other\r\n${key},pl,"Gladiator, ""2000"""\r\n`;
    expect(await enrich(`\ufeff${csv}`)).toMatchObject({ changed: 2, unchanged: 1, unknown: 0, bad: 0 });
    expect(await enrich(csv)).toMatchObject({ changed: 0, unchanged: 3 });
    const ndjson = [{ imdb_id: key, language: 'ja', title: '剣闘士' }]
      .map((row) => JSON.stringify(row))
      .join('\n');
    expect(await enrich(ndjson)).toMatchObject({ changed: 1, unchanged: 0 });
    expect(await namesOf()).toEqual({ pt: 'Gladiador', ja: '剣闘士', pl: 'Gladiator, "2000"' });
  });

  it('keeps its names when the feed changes, and yields to a name of the feed', async () => {
    await importTitle({});
    await enrich(`imdb_id,language,title\n${key},ja,グラディエーター\n${key},de,Gladiator`);
    await importTitle({ ja: '剣闘士' }, { votes: 1 });
    expect(await namesOf()).toEqual({ ja: '剣闘士', de: 'Gladiator' });
    expect(await enrich(`imdb_id,language,title\n${key},ja,グラディエーター`)).toMatchObject({ changed: 0 });
  });

  it('queues the job that looks for titles that users wait for', async () => {
    await importTitle({});
    await prisma.outboxMessage.deleteMany({ where: { kind: 'match_waiting' } });
    await enrich(`imdb_id,language,title\n${key},pt,Gladiador`);
    expect(await prisma.outboxMessage.count({ where: { kind: 'match_waiting', doneAt: null } })).toBe(1);
  });

  it('reports lines that are no name, and names of titles that the catalogue does not have', async () => {
    const lines = [
      'title,imdb_id,language',
      'Gladiador,nm0000001,pt',
      `,${key},pt`,
      `Gladiador,${key},simple`,
      `"Gladia\u0000dor\ud800",tt9999999,pt`,
      `"${'x'.repeat(600)}",${key},pt`,
    ];
    const result = await enrich(lines.join('\n'));
    expect(result).toMatchObject({ changed: 0, unchanged: 0, unknown: 1, bad: 4 });
    expect(result.badLines.map(({ line }) => line)).toEqual([2, 3, 4, 6]);
    expect(await enrich('{"imdb_id":\n[]\n"x"\n{}')).toMatchObject({ bad: 4 });
    expect(await enrich('')).toMatchObject({ changed: 0, bad: 0 });
    expect(await enrich(`just text\nwith lines`)).toMatchObject({ changed: 0, bad: 1 });
  });
});
