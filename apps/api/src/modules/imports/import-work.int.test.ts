import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createUser } from '../../../test/factories.ts';
import { upload } from '../../../test/uploads.ts';

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

/**
 * Runs jobs of one piece each, like a worker that is killed after every piece. Returns the number of jobs.
 */
async function workInPieces(user: User, id: number): Promise<number> {
  const handler = deps.services.importWork.handler(0);
  for (let jobs = 1; ; jobs++) {
    await handler({
      id: jobs,
      kind: 'import_work',
      userId: user.id,
      payload: { importId: id },
      createdAt: new Date(),
    });
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

  it('fails after a dead letter while reading, and is undone after a dead letter while applying', async () => {
    const user = await createUser(prisma);
    const reading = await start(user, 'imdb', `${FILE}\n`);
    const applying = await start(user, 'imdb', FILE);
    const running = await start(user, 'imdb', `${FILE}\n\n`);
    await deps.services.importWork.run(user.id, applying);
    await confirm(user, applying);
    await deps.services.importWork.handler(0)({
      id: 1,
      kind: 'import_work',
      userId: user.id,
      payload: { importId: applying },
      createdAt: new Date(),
    });
    await prisma.$executeRaw`
      UPDATE outbox SET dead_at = now() WHERE user_id = ${user.id} AND payload->>'importId' <> ${String(running)}`;
    await deps.repos.upkeep.prune();
    const stateOf = async (id: number) => (await prisma.userImport.findFirstOrThrow({ where: { id } })).state;
    expect(await Promise.all([reading, applying, running].map(stateOf))).toEqual([
      'failed',
      'undoing',
      'reading',
    ]);
    await deps.services.importWork.run(user.id, applying);
    expect(await stateOf(applying)).toBe('undone');
    expect(await prisma.userMediumRating.count({ where: { userId: user.id } })).toBe(0);
  });
});

describe('an uploaded file', () => {
  const failureOf = async (source: string, file: Buffer): Promise<string | null> => {
    const user = await createUser(prisma);
    const id = await start(user, source, file);
    await deps.services.importWork.run(user.id, id);
    return (await prisma.userImport.findFirstOrThrow({ where: { id } })).failure;
  };
  const zip = (files: Record<string, Uint8Array>): Buffer => Buffer.from(zipSync(files, { level: 9 }));
  const ratings = strToU8('Date,Name,Year,Letterboxd URI,Rating\n2020-05-01,Movie number 7,1957,u,4\n');

  it('is imported when the archive has unknown files, and refused when a path leaves the archive', async () => {
    expect(await failureOf('letterboxd', zip({ 'ratings.csv': ratings, 'a/b.csv': ratings }))).toBeNull();
    expect(await failureOf('letterboxd', zip({ '../../ratings.csv': ratings }))).toContain('damaged');
  });

  it('is refused when its declared unzipped size is more than 200 MB', async () => {
    const bomb = zip({ 'ratings.csv': ratings });
    // Change the declared size in the directory at the end of the file.
    bomb.writeUInt32LE(201 * 2 ** 20, bomb.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24);
    expect(await failureOf('letterboxd', bomb)).toContain('200 MB');
  });

  it('is refused when it is truncated or declares a wrong size', async () => {
    const whole = zip({ 'ratings.csv': ratings });
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

  it('is refused when a line has 30 million cells, and skips a line with 1,500 cells', async () => {
    const header = 'Date,Name,Year,Letterboxd URI,Rating\n';
    expect(await failureOf('letterboxd', Buffer.from(header + ','.repeat(30_000_000)))).toContain(
      'too large',
    );
    const user = await createUser(prisma);
    const wide = `${header}2020-05-01,Movie number 7,1957,u,4\n${','.repeat(1_500)}\n`;
    const id = await start(user, 'letterboxd', wide);
    await deps.services.importWork.run(user.id, id);
    const { body } = await app.as(user).get(`/api/v1/user/imports/${id}`).expect(200);
    expect(body.import).toMatchObject({ state: 'ready', counts: { matched: 1, unreadable: 1 } });
  });
});
