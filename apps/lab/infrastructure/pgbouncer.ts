// Starts PgBouncer in transaction mode for a database, with the settings of docs/operations.md#pooler.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@marquee/api/test/wait-for.ts';
import { prepareHost } from '@marquee/local/src/host.ts';
import { findFreePort } from '@marquee/local/src/ports.ts';
import pg from 'pg';

/** The first version that supports named statements in transaction mode. */
const NEEDED = [1, 21] as const;

/** Returns the reason why tests cannot use PgBouncer on this machine, or null. */
export function whyNoPooler(): string | null {
  const { stdout = '', status } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  if (status !== 0) return 'no pgbouncer on the PATH';
  const [, major = 0, minor = 0] = /PgBouncer (\d+)\.(\d+)/.exec(stdout)?.map(Number) ?? [];
  const isNewEnough = major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
  return isNewEnough ? null : `PgBouncer ${major}.${minor} is older than ${NEEDED.join('.')}`;
}

const configure = (target: URL, port: number, poolSize: number): string => `[databases]
${target.pathname.slice(1)} = host=${target.hostname} port=${target.port} user=${target.username} password=${target.password} connect_query='SET statement_timeout = 5000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 1000
max_prepared_statements = 300
ignore_startup_parameters = statement_timeout
`;

export async function startPgbouncer(databaseUrl: string, poolSize: number) {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-pgbouncer-'));
  // PgBouncer refuses to run as root, so another user must be able to read the folder.
  chmodSync(folder, 0o755);
  const url = new URL(databaseUrl);
  const port = await findFreePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, configure(url, port, poolSize));
  const { runAs } = await prepareHost(() => undefined);
  const child = spawn('pgbouncer', [file], { ...runAs, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  url.port = String(port);
  await waitFor('PgBouncer', async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended at its start:\n${output}`);
    const client = new pg.Client({ connectionString: url.href });
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end();
    }
  });
  return {
    url: url.href,
    output: () => output,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      child.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
