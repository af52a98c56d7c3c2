// Compares schema.prisma with the migrations, for development only. Uses Prisma's engine as WebAssembly with
// the pg driver, because offline machines cannot download the native engine.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { MigrationList } from '@prisma/schema-engine-wasm';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import { listMigrations, migrationsDirectory } from './deploy.ts';
import { EngineAdapterFactory } from './engine-adapter.ts';

const schemaFile = join(migrationsDirectory, '..', 'schema.prisma');

/** The engine reports panics through this global. Without it, a panic appears as a TypeError. */
Object.assign(globalThis, {
  PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => console.error(message) },
});

const filters = { externalTables: [], externalEnums: [] };

function readMigrations(): MigrationList {
  return {
    baseDir: migrationsDirectory,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: listMigrations().map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  };
}

/**
 * Returns the SQL that the migrations lack to produce the schema. Runs the migrations on a shadow database on
 * the server of `url`.
 * @returns an empty text without a difference. Hand-written checks, triggers and indexes are not compared.
 * @throws the database's error when a migration does not run.
 */
export async function pendingSql(url: string): Promise<string> {
  const adapter = new EngineAdapterFactory(url);
  const engine = await SchemaEngine.new(
    { datamodels: undefined },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
  try {
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...readMigrations() },
      to: {
        tag: 'schemaDatamodel',
        files: [{ path: schemaFile, content: readFileSync(schemaFile, 'utf8') }],
      },
      script: true,
      exitCode: null,
      filters,
    });
    const sql = (stdout ?? '').trim();
    return sql === '-- This is an empty migration.' ? '' : sql;
  } catch (error) {
    throw adapter.scriptError ?? error;
  } finally {
    engine.free();
  }
}

/**
 * Writes migrations/<time>_<name>/migration.sql with the pending SQL, for review and completion by hand.
 * @returns the path of the file, or null when schema and migrations agree.
 */
export async function writeMigration(url: string, name: string, now = new Date()): Promise<string | null> {
  const sql = await pendingSql(url);
  if (sql === '') return null;
  const stamp = now.toISOString().replaceAll(/[-:T]|\..*/g, '');
  const slug = name.replaceAll(/[^a-z0-9]+/gi, '_').toLowerCase();
  const folder = join(migrationsDirectory, `${stamp}_${slug}`);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'migration.sql');
  writeFileSync(path, `${sql}\n`);
  return path;
}
