import type { PrismaClient } from '@marquee/prisma';
import { listMigrationNames } from '@marquee/prisma/deploy';
import type { FastifyBaseLogger } from 'fastify';

/** Returns the names of the migrations that this version has and the database does not record, oldest first. */
export async function findMissingMigrations(prisma: Pick<PrismaClient, '$queryRaw'>): Promise<string[]> {
  const names = listMigrationNames();
  const [ledger] = await prisma.$queryRaw<{ exists: boolean }[]>`
    SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`;
  if (!ledger?.exists) return names;
  const rows = await prisma.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
  const applied = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !applied.has(name));
}

/**
 * Logs a warning when the database lacks migrations: without a trigger, for example, this process is not told what others
 * change. It still starts, because a migration may be under way, or the database may come later.
 */
export async function warnOfMissingMigrations(
  prisma: Pick<PrismaClient, '$queryRaw'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  try {
    const missing = await findMissingMigrations(prisma);
    if (missing.length > 0)
      log.warn(
        { missing },
        'the database lacks migrations: apply them (`pnpm db:deploy`, or the migration job), then start this process again',
      );
  } catch (err) {
    log.warn({ err }, 'could not read which migrations the database lacks');
  }
}
