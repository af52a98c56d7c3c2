import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabaseUrl, testRedisUrl } from '@marquee/api/test/database.ts';
import { findFreePort } from '@marquee/local/src/ports.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose, createRole, killProcesses, startIn, waitForReply, withoutEnv } from './containers.ts';
import { buildImage, type Image } from './image.ts';

const folder = mkdtempSync(join(tmpdir(), 'marquee-images-'));
afterAll(() => {
  killProcesses();
  rmSync(folder, { recursive: true, force: true });
});

describe('the images', () => {
  let image: Image;
  let emulator: Image;
  beforeAll(async () => {
    image = await buildImage('apps/api/Dockerfile', { folder });
    emulator = await buildImage('apps/stripe-emulator/Dockerfile', { folder });
  });

  it('migrate, seed, answer requests, run jobs and stop with the settings of docker-compose.yml', async () => {
    expect([image.user, emulator.user]).toEqual(['node', 'node']);
    const secrets = join(folder, 'secrets');
    mkdirSync(secrets);
    const made = startIn(image, ['node', 'apps/api/src/marquee.ts', 'secrets', secrets], {});
    expect([await made.exited, made.output()]).toEqual([0, expect.stringContaining('jwt_secret written')]);
    const { address, password } = await createRole(await testDatabaseUrl());
    rmSync(join(secrets, 'database_password'));
    writeFileSync(join(secrets, 'database_password'), password);

    const [port, operations, stripe, workerPort] = [
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
    ];
    const inSecrets = (settings: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [name, value.replace('/run/marquee', secrets)]),
      );
    const env: Record<string, string> = {
      ...inSecrets(withoutEnv(compose['x-demo'])),
      HOST: '127.0.0.1',
      PORT: String(port),
      OPERATIONS_PORT: String(operations),
      WEB_ORIGIN: `http://127.0.0.1:${port}`,
      STRIPE_API_BASE: `http://127.0.0.1:${stripe}`,
      DATABASE_URL: address,
      // The Redis of the tests has no password.
      REDIS_PASSWORD_FILE: '',
      REDIS_URL: testRedisUrl() ?? '',
    };

    const migrated = startIn(image, compose.services.migrate.command, env);
    expect([await migrated.exited, migrated.output()]).toEqual([
      0,
      expect.stringContaining('Nothing to apply'),
    ]);
    const seeded = startIn(image, ['node', 'apps/api/src/marquee.ts', 'catalogue', 'seed', '--no-demo'], env);
    expect([await seeded.exited, seeded.output()]).toEqual([0, expect.any(String)]);

    const pay = startIn(emulator, [...emulator.command, '--host', '127.0.0.1', '--port', String(stripe)], {
      ...inSecrets(withoutEnv(compose.services.stripe.environment)),
      STRIPE_EMULATOR_PUBLIC_ORIGIN: `http://127.0.0.1:${stripe}`,
      STRIPE_EMULATOR_WEBHOOK_URL: `http://127.0.0.1:${port}/webhooks/stripe`,
    });
    await waitForReply(`http://127.0.0.1:${stripe}/`, pay);
    const api = startIn(image, image.command, env);
    const worker = startIn(image, compose.services.worker.command, {
      ...env,
      OPERATIONS_PORT: String(workerPort),
    });
    await waitForReply(`http://127.0.0.1:${port}/readyz`, api, 200);
    await waitForReply(`http://127.0.0.1:${workerPort}/livez`, worker, 200);
    const plans = await fetch(`http://127.0.0.1:${port}/api/v1/plans`);
    expect(plans.status).toBe(200);
    const token = readFileSync(join(secrets, 'metrics_token'), 'utf8');
    for (const [at, status] of [
      [operations, 200],
      [workerPort, 200],
      [port, 404],
    ]) {
      const reply = await fetch(`http://127.0.0.1:${at}/metrics`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect([at, reply.status]).toEqual([at, status]);
    }

    for (const { child } of [api, worker, pay]) child.kill('SIGTERM');
    expect([await api.exited, await worker.exited, await pay.exited]).toEqual([0, 0, 0]);
  });
});
