import type { PrismaClient } from '@marquee/prisma';
import { listMigrations } from '@marquee/prisma/deploy';
import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseDown } from './database.ts';

/** Returns the names of the migrations that this version has and the database does not record, oldest first. */
export async function findMissingMigrations(prisma: Pick<PrismaClient, '$queryRaw'>): Promise<string[]> {
  const names = listMigrations().map(({ name }) => name);
  const [ledger] = await prisma.$queryRaw<{ exists: boolean }[]>`
    SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`;
  if (!ledger?.exists) return names;
  const rows = await prisma.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL`;
  const applied = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !applied.has(name));
}

/**
 * Logs an error when the database lacks migrations. The process still starts, because most of it may work, but without a
 * trigger, for example, it would serve what another process has changed.
 */
export async function reportMissingMigrations(
  prisma: Pick<PrismaClient, '$queryRaw'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<void> {
  try {
    const missing = await findMissingMigrations(prisma);
    if (missing.length === 0) return;
    log.error(
      { missing },
      'the database lacks migrations: run `pnpm db:deploy`, then start this process again',
    );
  } catch (error) {
    // The start goes on without a database, and reads it when it answers.
    if (!isDatabaseDown(error)) throw error;
  }
}
