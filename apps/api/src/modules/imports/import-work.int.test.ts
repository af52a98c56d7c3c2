import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createUser } from '../../../test/factories.ts';
import { longRun } from '../../../test/settings.ts';
import { movieNames, upload, zipTexts } from '../../../test/uploads.ts';
import { createImportWork } from './import-work.ts';
import { READER } from './read-file.ts';

const app = await startApp();
const { prisma, deps } = app;
const ENTRIES = 1_200;
const imdbIdAt = (at: number): string => `tt${String(5_000_000 + at)}`;
await prisma.medium.createMany({
  data: Array.from({ length: ENTRIES }, (_, at) => ({
    source: 'test',
    type: 'movie' as const,
    externalId: imdbIdAt(at),
    title: `Movie number ${at}`,
    releaseYear: 1950 + (at % 70),
  })),
});
const FILE = `Const,Your Rating,Date Rated,Title,Title Type,Year\n${Array.from(
  { length: ENTRIES },
  (_, at) => `${imdbIdAt(at)},${1 + (at % 10)},2020-01-01,Movie number ${at},Movie,${1950 + (at % 70)}`,
).join('\n')}\n`;

type User = Awaited<ReturnType<typeof createUser>>;

const start = async (user: User, source: string, file: string | Buffer): Promise<number> =>
  (await upload(app.as(user), source, file).expect(202)).body.import.id;

const running = new AbortController().signal;

/** Runs one job, which works on one piece. */
const workOnce = (
  user: User,
  importId: number,
  work = deps.services.importWork,
  signal = running,
): Promise<void> =>
  work.handler(0)(
    { id: 1, kind: 'import_work', userId: user.id, payload: { importId }, createdAt: new Date() },
    signal,
  );

/**
 * Runs jobs of one piece each, like a worker that is killed after every piece. Returns the number of jobs.
 */
async function workInPieces(user: User, id: number): Promise<number> {
  for (let jobs = 1; ; jobs++) {
    await workOnce(user, id);
    const { state } = await prisma.userImport.findFirstOrThrow({ where: { id } });
    if (!['reading', 'matching', 'applying'].includes(state)) return jobs;
  }
}

const confirm = (user: User, id: number) =>
  app.as(user).post(`/api/v1/user/imports/${id}/confirm`).send({}).expect(202);

describe('the work on an import', () => {
  it('is continued by a new job after every piece, and stores each rating once', async () => {
    const user = await createUser(prisma);
    const id = await start(user, 'imdb', FILE);
    expect(await workInPieces(user, id)).toBeGreaterThan(4);
    const { body } = await app.as(user).get(`/api/v1/user/imports/${id}`).expect(200);
    expect(body.import.counts).toMatchObject({ entries: ENTRIES, matched: ENTRIES, ratings_new: ENTRIES });
    await confirm(user, id);
    expect(await workInPieces(user, id)).toBeGreaterThan(3);
    expect(await prisma.userMediumRating.count({ where: { userId: user.id } })).toBe(ENTRIES);
    await app.as(user).post(`/api/v1/user/imports/${id}/undo`).expect(200);
    expect(await prisma.userMediumRating.count({ where: { userId: user.id } })).toBe(0);
  });

  it('previews thousands of list entries before PostgreSQL has analyzed its tables', async () => {
    const user = await createUser(prisma);
    const rows = Array.from(
      { length: ENTRIES },
      (_, at) => `${at + 1},Movie number ${at},${1950 + (at % 70)},u,`,
    );
    const list = `Position,Name,Year,URL,Description\n${rows.join('\n')}\n`;
    const lists = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`lists/list-${at}.csv`, list]));
    const id = await start(user, 'letterboxd', Buffer.from(zipTexts(lists)));
    await deps.services.importWork.run(user.id, id);
    const { body } = await app.as(user).get(`/api/v1/user/imports/${id}`).expect(200);
    expect(body.import.counts).toMatchObject({ lists: 8, list_entries: 8 * ENTRIES });
  });

  it('stores each row once when two workers run at the same time', async () => {
    const user = await createUser(prisma);
    const id = await start(user, 'imdb', FILE);
    await Promise.all([1, 2].map(() => deps.services.importWork.run(user.id, id)));
    // A worker stops when the other worker has done the same step. So run the import once more to the end.
    await deps.services.importWork.run(user.id, id);
    const rows = await prisma.userImportRow.count({ where: { userId: user.id } });
    expect(rows).toBe(ENTRIES);
    expect(await prisma.userImport.findFirstOrThrow({ where: { id } })).toMatchObject({ state: 'ready' });
  });

  it('fails after a dead letter while reading and keeps no rows, and is undone after a dead letter while applying', async () => {
    const stateOf = async (id: number) => prisma.userImport.findFirstOrThrow({ where: { id } });
    const [reader, applier, other] = [
      await createUser(prisma),
      await createUser(prisma),
      await createUser(prisma),
    ];
    const reading = await start(reader, 'imdb', FILE);
    await workOnce(reader, reading);
    expect(await stateOf(reading)).toMatchObject({ state: 'reading', storedRows: 1_000 });
    const applying = await start(applier, 'imdb', FILE);
    const untouched = await start(other, 'imdb', FILE);
    await deps.services.importWork.run(applier.id, applying);
    await confirm(applier, applying);
    await workOnce(applier, applying);
    await prisma.$executeRaw`
      UPDATE outbox SET dead_at = now() WHERE user_id = ANY(${[reader.id, applier.id]}::int[])`;
    await deps.repos.upkeep.prune();
    expect(await stateOf(reading)).toMatchObject({
      state: 'failed',
      failureCode: 'internal_error',
      storedRows: 0,
    });
    expect(await prisma.userImportRow.count({ where: { userId: reader.id } })).toBe(0);
    expect(await stateOf(applying)).toMatchObject({ state: 'undoing' });
    expect(await stateOf(untouched)).toMatchObject({ state: 'reading' });
    await deps.services.importWork.run(applier.id, applying);
    expect(await stateOf(applying)).toMatchObject({ state: 'undone' });
    expect(await prisma.userMediumRating.count({ where: { userId: applier.id } })).toBe(0);
  });

  it('fails when the process of the upload ended before the whole file was stored', async () => {
    const user = await createUser(prisma);
    const id = await start(user, 'imdb', FILE);
    await prisma.userImport.updateMany({ where: { id }, data: { bytes: FILE.length + 1 } });
    await workOnce(user, id);
    expect(await prisma.userImport.findFirstOrThrow({ where: { id } })).toMatchObject({
      state: 'failed',
      failureCode: 'internal_error',
    });
    expect(await prisma.userImportPart.count({ where: { userId: user.id } })).toBe(0);
  });

  it('is aborted while a file is read, and a later job reads the file', async () => {
    const user = await createUser(prisma);
    const id = await start(user, 'imdb', FILE);
    const closing = new AbortController();
    const job = deps.services.importWork.handler()(
      { id: 1, kind: 'import_work', userId: user.id, payload: { importId: id }, createdAt: new Date() },
      closing.signal,
    );
    closing.abort(new Error('this process is closing'));
    await expect(job).rejects.toThrow('this process is closing');
    expect(await prisma.userImport.findFirstOrThrow({ where: { id } })).toMatchObject({ state: 'reading' });
    await workInPieces(user, id);
    expect(await prisma.userImport.findFirstOrThrow({ where: { id } })).toMatchObject({ state: 'ready' });
  });

  it('waits for a reader in a later job when two files are being read', async () => {
    const users = await Promise.all([1, 2, 3].map(() => createUser(prisma)));
    const ids = await Promise.all(users.map((user) => start(user, 'imdb', FILE)));
    // On a busy machine, a reader takes longer than a usual short turn.
    const work = createImportWork({ ...deps, email: deps.services.email }, { shortTurnMs: 60_000 });
    await Promise.all(users.map((user, at) => workOnce(user, ids[at] ?? 0, work)));
    const imports = await prisma.userImport.findMany({ where: { id: { in: ids } } });
    expect(imports.map(({ storedRows }) => storedRows).toSorted((a, b) => a - b)).toEqual([0, 1_000, 1_000]);
    const waiting = imports.find(({ storedRows }) => storedRows === 0);
    // The row of the upload, and the row of the later job.
    const rows = await prisma.outboxMessage.count({ where: { userId: waiting?.userId ?? 0 } });
    expect(rows).toBe(2);
  });
});

const zip = (files: Record<string, Uint8Array>): Buffer => Buffer.from(zipSync(files, { level: 9 }));
const manyFiles = (count: number): Record<string, Uint8Array> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.csv`, strToU8('a')]));
/** A workbook with this text in its sheet. */
const workbook = (sheet: string): Buffer =>
  zip({
    '[Content_Types].xml': strToU8(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    ),
    'xl/workbook.xml': strToU8(
      '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${sheet}</sheetData></worksheet>`,
    ),
  });
/** An archive whose directory says of its last file that it has 100 bytes. */
function lying(archive: Buffer): Buffer {
  const bytes = Buffer.from(archive);
  bytes.writeUInt32LE(100, bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24);
  return bytes;
}
const sheetRow = (at: number, ...cells: string[]): string =>
  `<row r="${at}">${cells.map((cell, column) => `<c r="${'ABC'[column]}${at}" t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
const millionNames = (): string => Array.from({ length: 1_000_000 }, (_, at) => `"${at}":1`).join();
/** A file of Letterboxd with this number of ratings. */
const ratings = (count: number): string =>
  `Date,Name,Year,Letterboxd URI,Rating\n${Array.from(
    { length: count },
    (_, at) => `2020-05-01,Movie number ${at},${1950 + (at % 70)},u,4\n`,
  ).join('')}`;

/** Files that take seconds each to be refused, for `npm run test:long`; those of the short run have one of each kind. */
const heavyFiles = (): [what: string, source: string, file: string | Buffer, failure: string][] => [
  ['an array of 200,000 numbers', 'trakt', `{"ratings":[${'1,'.repeat(200_000)}1]}`, 'unknown_file: '],
  ['an object of a million names', 'marquee', `{"user":{${millionNames()}}}`, 'too_large: '],
  ['one line of 11 MB', 'imdb', `Const,Title\ntt1,${'x'.repeat(11_000_000)}`, 'too_large: '],
  [
    'a workbook that unpacks to more than it declares',
    'csv',
    lying(workbook(' '.repeat(201 * 2 ** 20))),
    '(?:too_large|unreadable_file): ',
  ],
  [
    'XML with a million attributes',
    'csv',
    `<l><m ${Array.from({ length: 200_000 }, (_, at) => `a${at}=""`).join(' ')}/></l>`,
    'too_large: ',
  ],
  ['an HTML row of a million cells', 'csv', `<table><tr>${'<td>1'.repeat(1_000_000)}`, 'too_large: '],
  [
    'an inner list of 11 MB',
    'csv',
    `{"data":{"movies":[${Array(700_000).fill('{"title":"Heat"}').join()}]}}`,
    'too_large: ',
  ],
];

describe('an uploaded file', () => {
  /** Imports the file of a new user. Checks that a failed import keeps nothing. */
  const failureOf = async (
    source: string,
    file: Buffer,
    work = deps.services.importWork,
  ): Promise<string | null> => {
    const user = await createUser(prisma);
    const id = await start(user, source, file);
    await work.run(user.id, id);
    const { state, failure, failureCode, storedRows } = await prisma.userImport.findFirstOrThrow({
      where: { id },
    });
    if (state !== 'failed') return null;
    expect(storedRows).toBe(0);
    expect(await prisma.userImportRow.count({ where: { userId: user.id } })).toBe(0);
    // A file of another service than the named one waits for the member's answer.
    const kept = failureCode === 'other_source' ? 1 : 0;
    expect(await prisma.userImportPart.count({ where: { userId: user.id } })).toBe(kept);
    return `${failureCode}: ${failure}`;
  };
  const oneRating = strToU8('Date,Name,Year,Letterboxd URI,Rating\n2020-05-01,Movie number 7,1957,u,4\n');

  it('is imported when the archive has unknown files, and refused when a path leaves the archive', async () => {
    expect(await failureOf('letterboxd', zip({ 'ratings.csv': oneRating, 'a/b.csv': oneRating }))).toBeNull();
    expect(await failureOf('letterboxd', zip({ '../../ratings.csv': oneRating }))).toContain('damaged');
  });

  it('is refused when its declared unzipped size is more than 200 MB', async () => {
    const bomb = zip({ 'ratings.csv': oneRating });
    // Change the declared size in the directory at the end of the file.
    bomb.writeUInt32LE(201 * 2 ** 20, bomb.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24);
    expect(await failureOf('letterboxd', bomb)).toMatch(/^too_large: .*200 MB/);
  });

  it('is refused when it is truncated or declares a wrong size', async () => {
    const whole = zip({ 'ratings.csv': oneRating });
    expect(await failureOf('letterboxd', whole.subarray(0, whole.length - 30))).toContain('damaged');
    // Change the declared size in the directory at the end of the file.
    const lying = Buffer.from(whole);
    const directory = lying.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    lying.writeUInt32LE(3, directory + 24);
    expect(await failureOf('letterboxd', lying)).toContain('damaged');
  });

  it('is imported with a field of 1 MB, and is refused with a field of 11 MB', async () => {
    const user = await createUser(prisma);
    const huge = `Date,Name,Year,Letterboxd URI,Rating\n2020-05-01,"${'x'.repeat(1_000_000)}",1957,u,4\n2020-05-01,Movie number 7,1957,u,4\n`;
    const id = await start(user, 'letterboxd', huge);
    await deps.services.importWork.run(user.id, id);
    const { body } = await app.as(user).get(`/api/v1/user/imports/${id}`).expect(200);
    expect(body.import).toMatchObject({ state: 'ready', counts: { entries: 2, matched: 1 } });
    const larger = `${huge}2020-05-01,"${'x'.repeat(11_000_000)}",1957,u,4\n`;
    expect(await failureOf('letterboxd', Buffer.from(larger))).toContain('too large');
  });

  it('is refused when the reader runs out of memory', async () => {
    const work = createImportWork(
      { ...deps, email: deps.services.email },
      { reader: { ...READER, limits: { ...READER.limits, heapMb: 32 } } },
    );
    expect(await failureOf('movielens', Buffer.from(movieNames(4, 4_000)), work)).toContain('other_source: ');
    expect(await failureOf('movielens', Buffer.from(movieNames(4_000, 4_000)), work)).toContain(
      'too_large: This file takes',
    );
  });

  it('is refused at once when its reader throws an error, and does not hold up the next upload', async () => {
    const script = new URL('../../../test/failing-process.ts', import.meta.url);
    const work = createImportWork({ ...deps, email: deps.services.email }, { reader: { ...READER, script } });
    expect(await failureOf('imdb', Buffer.from(FILE), work)).toContain(
      'internal_error: This file could not be read',
    );
  });

  it('counts a row whose score is the name of a method as unreadable', async () => {
    const user = await createUser(prisma);
    const file = 'Title Name,Thumbs Value,Event Utc Ts\nMovie number 7,constructor,\nMovie number 8,2,\n';
    const id = await start(user, 'netflix', file);
    await deps.services.importWork.run(user.id, id);
    const { body } = await app.as(user).get(`/api/v1/user/imports/${id}`).expect(200);
    expect(body.import).toMatchObject({ state: 'ready', counts: { entries: 1, unreadable: 1 } });
  });

  it('is imported when it is a workbook', async () => {
    const user = await createUser(prisma);
    const rows = sheetRow(1, 'Title', 'Year', 'My rating') + sheetRow(2, 'Movie number 7', '1957', '9');
    const id = await start(user, 'csv', workbook(rows));
    await deps.services.importWork.run(user.id, id);
    const { body } = await app.as(user).get(`/api/v1/user/imports/${id}`).expect(200);
    expect(body.import).toMatchObject({ state: 'ready', counts: { matched: 1, ratings_new: 1 } });
  });

  it('is refused when a line has 11 million cells, and skips a line with 1,500 cells', async () => {
    const header = 'Date,Name,Year,Letterboxd URI,Rating\n';
    expect(await failureOf('letterboxd', Buffer.from(header + ','.repeat(11_000_000)))).toContain(
      'too large',
    );
    const user = await createUser(prisma);
    const wide = `${header}2020-05-01,Movie number 7,1957,u,4\n${','.repeat(1_500)}\n`;
    const id = await start(user, 'letterboxd', wide);
    await deps.services.importWork.run(user.id, id);
    const { body } = await app.as(user).get(`/api/v1/user/imports/${id}`).expect(200);
    expect(body.import).toMatchObject({ state: 'ready', counts: { matched: 1, unreadable: 1 } });
  });

  it('is refused when it has more entries than an import may have, before a row is stored', async () => {
    const lines = Array.from({ length: 200_001 }, (_, at) => `2020-05-01,Movie number ${at},1957,u,4\n`);
    const file = `Date,Name,Year,Letterboxd URI,Rating\n${lines.join('')}`;
    const user = await createUser(prisma);
    const id = await start(user, 'letterboxd', file);
    const get = () => prisma.userImport.findFirstOrThrow({ where: { id } });
    // A job of one piece would store the first rows if it stored them before it has counted the others. On a busy machine
    // the first turn ends before.
    for (let state = 'reading'; state === 'reading'; { state } = await get()) {
      await workOnce(user, id);
      expect(await prisma.userImportRow.count({ where: { userId: user.id } })).toBe(0);
    }
    expect(await get()).toMatchObject({
      state: 'failed',
      failureCode: 'too_large',
      failure: 'This file has more than 200,000 entries.',
    });
  });

  it('is refused when its rows and those of earlier imports are more than 250,000', async () => {
    const user = await createUser(prisma);
    const first = await start(user, 'imdb', FILE);
    await deps.services.importWork.run(user.id, first);
    await prisma.userImport.updateMany({ where: { id: first }, data: { storedRows: 249_000 } });
    const second = await start(user, 'letterboxd', ratings(1_001));
    await deps.services.importWork.run(user.id, second);
    const failed = await prisma.userImport.findFirstOrThrow({ where: { id: second } });
    expect(failed).toMatchObject({ state: 'failed', failureCode: 'limit_reached', storedRows: 0 });
    expect(failed.failure).toContain('250,000');
    const third = await start(user, 'letterboxd', ratings(1_000));
    await deps.services.importWork.run(user.id, third);
    expect(await prisma.userImport.findFirstOrThrow({ where: { id: third } })).toMatchObject({
      state: 'ready',
      storedRows: 1_000,
    });
    // The trigger refuses what the count before the reading did not see.
    const row = { userId: user.id, importId: third, seq: 9_999, key: 'k', hint: {}, fact: {} };
    await expect(prisma.userImportRow.create({ data: row })).rejects.toThrow(/MQ006/);
  });

  it.each([
    ['10 million nested arrays', 'trakt', '['.repeat(10_000_000), 'too_large: '],
    ['40 levels of objects', 'marquee', `${'{"user":'.repeat(40)}1${'}'.repeat(40)}`, 'too_large: '],
    ['a text of 11 MB', 'trakt', `{"ratings":["${'x'.repeat(11_000_000)}"]}`, 'too_large: '],
    [
      'UTF-16 in half characters',
      'trakt',
      Buffer.from('\ufeff{"ratings":[]}', 'utf16le').subarray(0, -3),
      'un',
    ],
    ['bytes of no encoding', 'trakt', Buffer.from([0xff, 0xff, 0xc0, 0x80, 0xfe]), 'unreadable_file: '],
    ['a truncated value', 'marquee', '{"user":{"ratings":[{"medium":{"id":1', 'unreadable_file: '],
    ['9,000 files', 'letterboxd', zip(manyFiles(9_000)), 'too_large: '],
    ['a workbook that unpacks to 201 MB', 'csv', workbook(' '.repeat(201 * 2 ** 20)), 'too_large: '],
    [
      'a workbook without sheets',
      'csv',
      zip({ 'xl/workbook.xml': strToU8('x') }),
      'unreadable_file: .*save the sheet as CSV',
    ],
    [
      'a document of a word processor',
      'csv',
      zip({ 'word/document.xml': strToU8('x') }),
      'unreadable_file: .*as CSV',
    ],
    ['a workbook of 1997', 'csv', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'unreadable_file: .*as CSV'],
    [
      'XML with entities of its own',
      'csv',
      '<!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><l><m><title>&b;</title></m></l>',
      'unreadable_file: ',
    ],
    ['XML of a hundred thousand levels', 'csv', '<a>'.repeat(100_000), 'too_large: '],
    ...(longRun ? heavyFiles() : []),
  ])('is refused when it holds %s', async (_what, source, file, failure) => {
    expect(await failureOf(source, Buffer.from(file))).toMatch(new RegExp(`^${failure}`));
  });
});
