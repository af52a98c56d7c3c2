import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateSecrets } from '#src/env-secrets.ts';
import { findFreePort } from '#src/local/ports.ts';
import {
  compose,
  createRole,
  killProcesses,
  readProject,
  startIn,
  waitForReply,
  withoutEnv,
} from './containers.ts';
import { testDatabaseUrl } from './database.ts';
import { buildImage, type Image } from './image.ts';

const folder = mkdtempSync(join(tmpdir(), 'marquee-images-'));
afterAll(() => {
  killProcesses();
  rmSync(folder, { recursive: true, force: true });
});

describe('docker-compose.yml', () => {
  it('matches the schema of the Compose specification', () => {
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
    const { $schema: _draft7, ...schema } = JSON.parse(readProject('.config/schemas/compose-spec.json'));
    const fits = ajv.validate(schema, compose);
    expect(fits ? [] : ajv.errors).toEqual([]);
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

// containers.long.test.ts also builds the images of the web app and the stand-in, and runs the worker.
describe('the image of the API', () => {
  let image: Image;
  beforeAll(async () => {
    image = await buildImage('apps/api/Dockerfile', { folder, provided: ['build'] });
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
    const live = startIn(image, image.command, withoutEnv(compose['x-live']));
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
