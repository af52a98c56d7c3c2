// Databases as the former migrations made them (prisma/scripts/former-migrations.ts).
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { FORMER_MIGRATIONS } from '@marquee/prisma/former-migrations';
import pg from 'pg';
import { z } from 'zod';
import { freshDatabaseUrl } from './database.ts';

const file = join(import.meta.dirname, 'former-migrations.json.gz');

const Migrations = z.array(z.object({ name: z.string(), sql: z.string() }));

const LEDGER = `CREATE TABLE _prisma_migrations (
  id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL,
  logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0)`;

export async function query(url: string, sql: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql, values);
  } finally {
    await client.end();
  }
}

/** Creates a database with the schema and the ledger of the former migrations. */
export async function formerDatabaseUrl(): Promise<string> {
  const url = await freshDatabaseUrl('template0');
  await query(url, LEDGER);
  for (const { name, sql } of Migrations.parse(JSON.parse(gunzipSync(readFileSync(file)).toString()))) {
    await query(url, sql);
    await query(
      url,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), FORMER_MIGRATIONS.get(name), name],
    );
  }
  return url;
}

/** The names in the ledger, in order. */
export async function listRecorded(url: string): Promise<string[]> {
  const { rows } = await query(url, 'SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1');
  return rows.map(({ name }) => name);
}

/** One line for everything in the schema that pg_dump writes: types, functions, tables, columns, keys, indexes, triggers. */
export async function describeSchema(url: string): Promise<string[]> {
  const { rows } = await query(
    url,
    `WITH tables AS (
       SELECT oid, relname, relkind, reloptions, relpersistence, relrowsecurity, relreplident FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm', 'p', 'f'))
     SELECT format('extension %s', extname) AS line FROM pg_extension
     UNION ALL SELECT format('enum %s %s', typname, string_agg(enumlabel, ',' ORDER BY enumsortorder))
       FROM pg_enum JOIN pg_type ON pg_type.oid = enumtypid GROUP BY typname
     UNION ALL SELECT format('function %s', pg_get_functiondef(oid)) FROM pg_proc AS proc
      WHERE pronamespace = 'public'::regnamespace AND prokind <> 'a'
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = proc.oid AND deptype = 'e')
     UNION ALL SELECT format('table %s %s %s %s %s %s', relname, relkind, reloptions, relpersistence, relrowsecurity, relreplident)
       FROM tables
     UNION ALL SELECT format('column %s %s %s %s %s %s %s %s %s %s %s', relname,
              row_number() OVER (PARTITION BY attrelid ORDER BY attnum), attname, format_type(atttypid, atttypmod), attnotnull,
              pg_get_expr(adbin, adrelid), attidentity, attgenerated, attstorage, attcompression, attcollation::regcollation)
       FROM tables JOIN pg_attribute ON attrelid = tables.oid AND attnum > 0 AND NOT attisdropped
            LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
     UNION ALL SELECT format('constraint %s %s %s', relname, conname, pg_get_constraintdef(pg_constraint.oid))
       FROM tables JOIN pg_constraint ON conrelid = tables.oid
     UNION ALL SELECT pg_get_indexdef(indexrelid) FROM tables JOIN pg_index ON indrelid = tables.oid
     UNION ALL SELECT format('%s %s', pg_get_triggerdef(pg_trigger.oid), tgenabled)
       FROM tables JOIN pg_trigger ON tgrelid = tables.oid AND NOT tgisinternal
     UNION ALL SELECT format('sequence %s %s %s', seq, to_jsonb(seq) - 'last_value', objsubid || ' of ' || refobjid::regclass)
       FROM (SELECT * FROM pg_sequences WHERE schemaname = 'public') AS seq
            LEFT JOIN pg_depend ON objid = format('%I', sequencename)::regclass AND deptype = 'a'
     UNION ALL SELECT format('comment %s %s', pg_describe_object(classoid, objoid, objsubid), description)
       FROM pg_description WHERE objoid IN (SELECT oid FROM tables)`,
  );
  return rows.map(({ line }) => line).sort();
}
