import { deployMigrations, MigrationError } from '@marquee/prisma/deploy';
import { connectDatabase, isDatabaseDown } from '#src/data/database.ts';
import { loadToolEnv } from '#src/env.ts';
import { HostError } from '#src/local/host.ts';
import { joinPostgres } from '#src/local/postgres.ts';

type Prisma = ReturnType<typeof connectDatabase>;

interface Options {
  say: (line: string) => void;
  poolSize?: number;
  /** Whether to apply migrations. Default: only to a database under DATA_DIR. */
  migrates?: boolean;
}

/**
 * Runs `work` on the database of DATABASE_URL, or else on the database under DATA_DIR. `npm start` may run at
 * the same time.
 */
export async function withDatabase<T>(
  { say, poolSize, migrates }: Options,
  work: (prisma: Prisma, url: string) => Promise<T>,
): Promise<T> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR } = loadToolEnv();
  const own = DATABASE_URL === null ? await joinPostgres(DATA_DIR, say) : null;
  // DATABASE_DIRECT_URL without DATABASE_URL has no effect.
  const url = own?.url ?? DATABASE_DIRECT_URL ?? DATABASE_URL ?? '';
  try {
    if (migrates ?? own !== null) await deployMigrations(url);
    const prisma = connectDatabase(url, poolSize);
    try {
      return await work(prisma, url);
    } finally {
      await prisma.$disconnect();
    }
  } finally {
    await own?.stop();
  }
}

/** Returns one line for a failure that the operator can fix; rethrows every other error. */
export function explain(error: unknown): string {
  if (error instanceof HostError || error instanceof MigrationError) return error.message;
  if (isDatabaseDown(error))
    return 'The database does not answer. Start it, or look at DATABASE_URL and DATA_DIR.';
  throw error;
}
