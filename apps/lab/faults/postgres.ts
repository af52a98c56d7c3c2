import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { awaitRecovery, runUnderLoad } from './under-load.ts';

const KILLS = { short: 1, full: 5 } as const;
/**
 * Time without a reply of PostgreSQL, in milliseconds. It exceeds the statement timeout, so that calls are
 * refused and not only delayed.
 */
const FROZEN_MS = { short: 6_000, full: 20_000 } as const;
const WRITING_MS = 500;

export const postgresKilled: Fault = {
  name: 'postgres-killed',
  cause: 'the server process of PostgreSQL is killed (SIGKILL), and recovers from its log',
  promise: 'calls that need the database are 503 meanwhile',
  run: (world, size) =>
    runUnderLoad(world, async () => {
      const recoveries: number[] = [];
      const away: number[] = [];
      for (let time = 0; time < KILLS[size]; time++) {
        const began = performance.now();
        await world.postgres.killAndAwaitRestart();
        away.push(performance.now() - began);
        recoveries.push(await awaitRecovery(world));
        await sleep(WRITING_MS);
      }
      return { recoveries, found: [`PostgreSQL was away for ${Math.round(Math.max(...away))} ms at most`] };
    }),
};

export const postgresFrozen: Fault = {
  name: 'postgres-frozen',
  cause: 'every process of PostgreSQL is stopped (SIGSTOP) and continues later',
  promise: 'calls that need the database are 503 meanwhile, and none waits longer than its time limits',
  run: (world, size) =>
    runUnderLoad(world, async () => {
      world.postgres.freeze();
      await sleep(FROZEN_MS[size]);
      world.postgres.thaw();
      return {
        recoveries: [await awaitRecovery(world)],
        found: [`frozen for ${FROZEN_MS[size] / 1_000} s`],
      };
    }),
};
