// pnpm db:deploy · db:diff NAME · db:drift: uses DATABASE_DIRECT_URL or DATABASE_URL when set. Without these
// variables, deploy uses the database under DATA_DIR, and diff and drift start a temporary PostgreSQL.
import { deployMigrations, MigrationError } from '@marquee/prisma/deploy';
import { loadToolEnv } from '#src/env.ts';
import { HostError } from '#src/local/host.ts';
import { joinPostgres, type LocalPostgres, startTemporaryPostgres } from '#src/local/postgres.ts';

const say = (line: string): void => console.warn(line);

/** Loads Prisma's engine, which is a development dependency. Deploying migrations does not need the engine. */
const loadEngine = () => import('@marquee/prisma/migrations');

async function deploy(url: string): Promise<number> {
  const applied = await deployMigrations(url);
  say(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'Nothing to apply');
  return 0;
}

async function diff(url: string, name: string): Promise<number> {
  const { writeMigration } = await loadEngine();
  const path = await writeMigration(url, name);
  say(path ? `Wrote ${path}. Check it and complete it by hand.` : 'schema.prisma and migrations agree');
  return 0;
}

async function drift(url: string): Promise<number> {
  const { pendingSql } = await loadEngine();
  const sql = await pendingSql(url);
  if (sql === '') {
    say('schema.prisma and migrations agree');
    return 0;
  }
  say(`The migrations lack these statements for schema.prisma (pnpm db:diff NAME writes them):\n\n${sql}`);
  return 1;
}

/**
 * Opens the database for a command. diff and drift only create shadow databases, so an empty server is
 * enough.
 */
async function openDatabase(isShadowEnough: boolean): Promise<LocalPostgres> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR } = loadToolEnv();
  const url = DATABASE_DIRECT_URL ?? DATABASE_URL;
  if (url) return { url, stop: async () => undefined };
  return isShadowEnough ? startTemporaryPostgres(say) : joinPostgres(DATA_DIR, say);
}

async function main([command, name]: string[]): Promise<number> {
  if (command !== 'deploy' && command !== 'drift' && !(command === 'diff' && name)) {
    say('Usage: pnpm db:deploy · pnpm db:diff NAME · pnpm db:drift');
    return 2;
  }
  const database = await openDatabase(command !== 'deploy');
  try {
    if (command === 'deploy') return await deploy(database.url);
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
