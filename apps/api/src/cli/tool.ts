import { deployMigrations, MigrationError } from '@marquee/prisma/deploy';
import { connectDatabase, isDatabaseDown } from '#src/data/database.ts';
import { loadToolEnv } from '#src/env.ts';
import { EnvError } from '#src/env-error.ts';

type Prisma = ReturnType<typeof connectDatabase>;

interface Options {
  say: (line: string) => void;
  poolSize?: number;
  /** Whether to apply migrations. Default: only to a database under DATA_DIR. */
  migrates?: boolean;
}

interface OpenDatabase {
  url: string;
  stop(): Promise<void>;
}

type OpenLocal = (dataDir: string, say: (line: string) => void) => Promise<OpenDatabase>;

let openLocal: OpenLocal | null = null;

/** Lets the tools use the database under DATA_DIR when DATABASE_URL is not set. Only `apps/local` has one. */
export function useLocalDatabase(open: OpenLocal): void {
  openLocal = open;
}

/** @throws EnvError when DATABASE_URL is not set and this process has no database of its own. */
async function openDatabase(say: (line: string) => void): Promise<OpenDatabase & { isLocal: boolean }> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR } = loadToolEnv();
  // DATABASE_DIRECT_URL without DATABASE_URL has no effect.
  if (DATABASE_URL !== null)
    return { url: DATABASE_DIRECT_URL ?? DATABASE_URL, stop: async () => undefined, isLocal: false };
  if (openLocal === null) throw new EnvError('DATABASE_URL: must be set');
  return { ...(await openLocal(DATA_DIR, say)), isLocal: true };
}

/** Runs `work` with the address of the database, see `withDatabase`. */
export async function withDatabaseUrl<T>(
  say: (line: string) => void,
  work: (url: string, isLocal: boolean) => Promise<T>,
): Promise<T> {
  const { url, stop, isLocal } = await openDatabase(say);
  try {
    return await work(url, isLocal);
  } finally {
    await stop();
  }
}

/**
 * Runs `work` on the database of DATABASE_URL, or else on the database under DATA_DIR. `npm start` may run at
 * the same time.
 */
export const withDatabase = <T>(
  { say, poolSize, migrates }: Options,
  work: (prisma: Prisma, url: string) => Promise<T>,
): Promise<T> =>
  withDatabaseUrl(say, async (url, isLocal) => {
    if (migrates ?? isLocal) await deployMigrations(url, { say });
    const prisma = connectDatabase(url, poolSize);
    try {
      return await work(prisma, url);
    } finally {
      await prisma.$disconnect();
    }
  });

/** Returns one line for a failure that the operator can fix; rethrows every other error. */
export function explain(error: unknown): string {
  if (error instanceof EnvError || error instanceof MigrationError) return error.message;
  if (isDatabaseDown(error))
    return 'The database does not answer. Start it, or look at DATABASE_URL and DATA_DIR.';
  throw error;
}
