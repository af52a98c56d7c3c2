// `pnpm db:diff NAME` and `pnpm db:drift`, for developers. Both only create shadow databases, so without
// DATABASE_DIRECT_URL and DATABASE_URL a temporary PostgreSQL is enough.
import { loadToolEnv } from '@marquee/api/src/env.ts';
import { MigrationError } from '@marquee/prisma/deploy';
import { pendingSql, writeMigration } from '@marquee/prisma/migrations';
import { HostError } from './host.ts';
import { type LocalPostgres, startTemporaryPostgres } from './postgres.ts';

const say = (line: string): void => console.warn(line);

async function diff(url: string, name: string): Promise<number> {
  const path = await writeMigration(url, name);
  say(path ? `Wrote ${path}. Check it and complete it by hand.` : 'schema.prisma and migrations agree');
  return 0;
}

async function drift(url: string): Promise<number> {
  const sql = await pendingSql(url);
  if (sql === '') {
    say('schema.prisma and migrations agree');
    return 0;
  }
  say(`The migrations lack these statements for schema.prisma (pnpm db:diff NAME writes them):\n\n${sql}`);
  return 1;
}

async function openDatabase(): Promise<Pick<LocalPostgres, 'url' | 'stop'>> {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = loadToolEnv();
  const url = DATABASE_DIRECT_URL ?? DATABASE_URL;
  if (url) return { url, stop: async () => undefined };
  const { adminUrl, stop } = await startTemporaryPostgres(say);
  return { url: adminUrl, stop };
}

async function main([command, name]: string[]): Promise<number> {
  if (command !== 'drift' && !(command === 'diff' && name)) {
    say('Usage: pnpm db:diff NAME · pnpm db:drift');
    return 2;
  }
  const database = await openDatabase();
  try {
    return command === 'drift' ? await drift(database.url) : await diff(database.url, name ?? '');
  } finally {
    await database.stop();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof HostError || error instanceof MigrationError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
