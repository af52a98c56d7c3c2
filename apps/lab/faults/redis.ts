import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '@marquee/api/test/wait-for.ts';
import { LIMITS } from '@marquee/contracts';
import { createVerdict, type Fault } from './fault.ts';
import type { RedisServer } from './redis-server.ts';
import { awaitRecovery, expectNoRefusal, runUnderLoad } from './under-load.ts';
import type { World } from './world.ts';

const AWAY_MS = { short: 1_500, full: 10_000 } as const;
const SCHEDULES_TIMEOUT_MS = 30_000;
const NO_REDIS = 'this machine has no redis-server';

/**
 * Sends more failed logins than allowed.
 * @returns the number of logins that the limit refused.
 */
async function guessTooOften({ call, members }: World): Promise<number> {
  const body = { user: { email: members.at(-1)?.email, password: 'wrong-guess-1' } };
  let refused = 0;
  for (let guess = 0; guess < LIMITS.failedSignIns.max + 3; guess++) {
    const from = '198.51.100.1';
    const { status } = await call({ method: 'POST', path: '/users/sign_in', body, from });
    if (status === 429) refused++;
  }
  return refused;
}

/**
 * Waits until the worker has set its schedules again.
 * @returns a sentence with the time.
 */
async function awaitSchedules(redis: RedisServer): Promise<string> {
  const began = performance.now();
  const count = async () => (await redis.countSchedules()) || null;
  const schedules = await waitFor('the schedules of the queue', count, SCHEDULES_TIMEOUT_MS);
  return `${schedules} schedules set again after ${((performance.now() - began) / 1_000).toFixed(1)} s`;
}

export const redisKilled: Fault = {
  name: 'redis-killed',
  cause: 'Redis is killed (SIGKILL), stays away, and starts again empty',
  promise: 'no call fails, limits count in each process, and every mail is sent afterwards',
  async run(world, size) {
    const { redis } = world;
    if (!redis) return NO_REDIS;
    return runUnderLoad(world, async ({ tally }) => {
      const verdict = createVerdict();
      await redis.kill();
      await sleep(AWAY_MS[size]);
      verdict.expect(
        (await guessTooOften(world)) > 0,
        'guesses of a password were not limited without Redis',
      );
      await redis.start();
      const recoveries = [await awaitRecovery(world)];
      const found = [await awaitSchedules(redis)];
      expectNoRefusal(tally, verdict);
      return { recoveries, found, broken: verdict.broken };
    });
  },
};

export const redisEmptied: Fault = {
  name: 'redis-emptied',
  cause: 'FLUSHALL while jobs wait in the queue',
  promise: 'no call fails, and every mail is sent',
  async run(world) {
    const { redis } = world;
    if (!redis) return NO_REDIS;
    return runUnderLoad(world, async ({ tally }) => {
      const verdict = createVerdict();
      await redis.empty();
      const recoveries = [await awaitRecovery(world)];
      const found = [await awaitSchedules(redis)];
      expectNoRefusal(tally, verdict);
      return { recoveries, found, broken: verdict.broken };
    });
  },
};

export const redisAwayAtStart: Fault = {
  name: 'redis-away-at-start',
  cause: 'API and worker start while Redis is away; it starts later',
  promise: 'the API answers without Redis, and every mail is sent when Redis is there',
  async run(world, size) {
    const { redis, api, worker } = world;
    if (!redis) return NO_REDIS;
    await redis.kill();
    await Promise.all([api.kill(), worker.kill()]);
    const recoveries = [await awaitRecovery(world)];
    return runUnderLoad(world, async ({ tally }) => {
      const verdict = createVerdict();
      await sleep(AWAY_MS[size]);
      await redis.start();
      recoveries.push(await awaitRecovery(world));
      const found = [await awaitSchedules(redis)];
      expectNoRefusal(tally, verdict);
      return { recoveries, found, broken: verdict.broken };
    });
  },
};
