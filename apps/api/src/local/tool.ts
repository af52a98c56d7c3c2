import { deployMigrations, MigrationError } from '@marquee/prisma/deploy';
import { connectDatabase, isDatabaseDown } from '#src/database.ts';
import { loadLocalEnv } from '#src/env.ts';
import { HostError } from './host.ts';
import { joinPostgres } from './postgres.ts';

type Prisma = ReturnType<typeof connectDatabase>;

interface Options {
  say: (line: string) => void;
  poolSize?: number;
  /** Also migrates a database that is not ours to run; one under DATA_DIR always is. */
  migrates?: boolean;
}

/**
 * Runs a command-line tool's work on DATABASE_URL where it is set, else on the database under DATA_DIR, beside a
 * running stack or alone, and puts everything away after it.
 */
export async function withDatabase<T>(
  { say, poolSize, migrates = false }: Options,
  work: (prisma: Prisma, url: string) => Promise<T>,
): Promise<T> {
  const { DATABASE_URL, DATA_DIR } = loadLocalEnv();
  const own = DATABASE_URL === null ? await joinPostgres(DATA_DIR, say) : null;
  const url = own?.url ?? DATABASE_URL ?? '';
  try {
    if (own || migrates) await deployMigrations(url);
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

/** One line for a failure that the person can put right; anything else is thrown on, as it is ours. */
export function explain(error: unknown): string {
  if (error instanceof HostError || error instanceof MigrationError) return error.message;
  if (isDatabaseDown(error))
    return 'The database does not answer. Start it, or look at DATABASE_URL and DATA_DIR.';
  throw error;
}
