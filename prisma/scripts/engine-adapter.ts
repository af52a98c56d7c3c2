// Adapts Prisma's pg adapter, which is made for queries, to migrations.
import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  SqlQuery,
  SqlResultSet,
} from '@prisma/driver-adapter-utils';
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';

// Columns of PostgreSQL's one-byte type "char", which Prisma's adapter rejects, are read as text.
const oneByteColumns = /\b(constr\.contype|con\.confdeltype|con\.confupdtype)\b/g;
const oneByteNames = new Set(['constraint_type', 'confdeltype', 'confupdtype']);

class EngineAdapter implements SqlDriverAdapter {
  readonly provider = 'postgres';
  readonly adapterName = '@prisma/adapter-pg';
  readonly #inner: SqlDriverAdapter;
  readonly #pool: pg.Pool;
  readonly #onScriptError: (error: unknown) => void;
  readonly #release: () => Promise<void>;

  constructor(
    inner: SqlDriverAdapter,
    pool: pg.Pool,
    onScriptError: (error: unknown) => void,
    release: () => Promise<void>,
  ) {
    this.#onScriptError = onScriptError;
    this.#inner = inner;
    this.#pool = pool;
    this.#release = release;
  }

  async queryRaw(query: SqlQuery): Promise<SqlResultSet> {
    const sql = query.sql.replaceAll(oneByteColumns, '$&::text');
    const result = await this.#inner.queryRaw({ ...query, sql });
    const columnTypes = result.columnTypes.map((type, index) =>
      oneByteNames.has(result.columnNames[index] ?? '') ? ColumnTypeEnum.Character : type,
    );
    return { ...result, columnTypes };
  }

  executeRaw(query: SqlQuery) {
    return this.#inner.executeRaw(query);
  }

  startTransaction(...args: Parameters<SqlDriverAdapter['startTransaction']>) {
    return this.#inner.startTransaction(...args);
  }

  getConnectionInfo() {
    return { schemaName: 'public', supportsRelationJoins: true };
  }

  /**
   * Sends the script as one simple query, which PostgreSQL applies completely or not at all. Prisma's adapter
   * splits a script at every semicolon, which breaks function bodies.
   */
  async executeScript(script: string): Promise<void> {
    try {
      await this.#pool.query(script);
    } catch (error) {
      this.#onScriptError(error);
      throw error;
    }
  }

  dispose(): Promise<void> {
    return this.#release();
  }
}

/** Connects the migration engine to the database at `url` (postgresql://…), one connection at a time. */
export class EngineAdapterFactory implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = 'postgres';
  readonly adapterName = '@prisma/adapter-pg';
  /** The error of the database for the last failed script. The engine reports only "external error". */
  scriptError: unknown;
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async connect(): Promise<SqlDriverAdapter> {
    return this.#open(this.#url, async () => undefined);
  }

  /** Creates the shadow database. With a connection string, Prisma's adapter uses no shadow database. */
  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    const name = `marquee_shadow_${randomUUID().replaceAll('-', '')}`;
    const url = new URL(this.#url);
    url.pathname = `/${name}`;
    await this.#run(`CREATE DATABASE ${name}`);
    return this.#open(url.href, () => this.#run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  }

  async #open(url: string, after: () => Promise<void>): Promise<SqlDriverAdapter> {
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    const inner = await new PrismaPg(pool).connect();
    const remember = (error: unknown) => {
      this.scriptError = error;
    };
    return new EngineAdapter(inner, pool, remember, async () => {
      await inner.dispose();
      await pool.end();
      await after();
    });
  }

  async #run(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }
}
