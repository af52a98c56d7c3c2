import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabaseUrl, testDatabaseUrl, useDemoCatalogue } from '../../test/database.ts';
import { createUser } from '../../test/factories.ts';
import { checkBackup, createBackup, restoreBackup } from './backup.ts';
import { connectDatabase } from './database.ts';

await useDemoCatalogue();
const url = await testDatabaseUrl();
const folder = mkdtempSync(join(tmpdir(), 'marquee-backup-'));
const file = join(folder, 'marquee.sql.gz');
const quiet = (): void => undefined;

/** Returns a hash for each table, the value of each sequence, and the names of disabled triggers. */
async function fingerprint(of: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: of });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations' ORDER BY 1",
    );
    const hashes: Record<string, unknown> = {};
    for (const { name } of tables) {
      const { rows } = await client.query(
        `SELECT count(*)::int AS count, md5(string_agg(t::text, E'\\n' ORDER BY t::text)) AS hash FROM "${name}" AS t`,
      );
      hashes[name] = rows[0];
    }
    const sequences = await client.query(
      "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1",
    );
    const off = await client.query("SELECT tgname FROM pg_trigger WHERE tgenabled = 'D'");
    return { hashes, sequences: sequences.rows, off: off.rows };
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  const prisma = connectDatabase(url, 2);
  const { id: userId } = await createUser(prisma);
  const media = await prisma.medium.findMany({ take: 20, select: { id: true } });
  await prisma.userMediumRating.createMany({
    data: media.map(({ id: mediumId }, at) => ({
      userId,
      mediumId,
      rating: at % 11,
      tags: ['tab\tand\nline', '\\.', 'line\u2028separator'],
    })),
  });
  const list = await prisma.userList.create({ data: { ownerId: userId, name: 'Restored' } });
  await prisma.userListMedium.createMany({
    data: media.map(({ id: mediumId }, position) => ({ listId: list.id, mediumId, position })),
  });
  const model = await prisma.recommenderModel.create({
    data: { kind: 'members', version: 1, status: 'active', metadata: { format: 1 } },
  });
  await prisma.recommenderModelPart.create({
    data: { modelId: model.id, part: 0, bytes: Buffer.alloc(3_000_000, 'bytes\n\\.\n') },
  });
  await prisma.$disconnect();
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('a backup', () => {
  it('restores every row, sequence and trigger, but only into an empty database', async () => {
    const written = await createBackup(url, file, quiet);
    expect(written.rows.user_medium_ratings).toBeGreaterThanOrEqual(20);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await checkBackup(file, quiet)).toEqual(written);
    const target = await freshDatabaseUrl();
    await restoreBackup(target, file, quiet);
    expect(await fingerprint(target)).toEqual(await fingerprint(url));

    const prisma = connectDatabase(target, 1);
    await createUser(prisma);
    await prisma.$disconnect();
    await expect(restoreBackup(target, file, quiet)).rejects.toThrow('The database is not empty');
  });

  it('is refused when the file is cut off, missing or no backup, and the database stays unchanged', async () => {
    const cut = join(folder, 'cut.gz');
    writeFileSync(cut, readFileSync(file).subarray(0, statSync(file).size - 20_000));
    const target = await freshDatabaseUrl();
    await expect(restoreBackup(target, cut, quiet)).rejects.toThrow('cut off');
    await expect(checkBackup(join(folder, 'none'), quiet)).rejects.toThrow('file not found');
    writeFileSync(cut, 'plain text');
    await expect(checkBackup(cut, quiet)).rejects.toThrow('damaged');
    expect(await fingerprint(target)).toEqual(await fingerprint(await freshDatabaseUrl()));
  });

  it('is refused when a newer version of Marquee wrote it', async () => {
    const text = gunzipSync(readFileSync(file)).toString('latin1');
    const newer = join(folder, 'newer.gz');
    writeFileSync(
      newer,
      gzipSync(Buffer.from(text.replace('"migrations":[', '"migrations":["9999_later",'), 'latin1')),
    );
    const target = await freshDatabaseUrl();
    await expect(restoreBackup(target, newer, quiet)).rejects.toThrow(
      'newer version, with migration 9999_later',
    );
  });
});
