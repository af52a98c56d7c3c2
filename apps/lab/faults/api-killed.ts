import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '@marquee/api/test/wait-for.ts';
import { findFreePort } from '@marquee/local/src/ports.ts';
import { startBalancer } from '../infrastructure/balancer.ts';
import { createCaller } from './caller.ts';
import type { Fault } from './fault.ts';
import { supervise } from './supervised.ts';
import { awaitRecovery, runUnderLoad } from './under-load.ts';

const TIMES = { short: 2, full: 50 } as const;
const TOLD_EVERY = 10;
/** Longest pause between a recovery and the next kill, in milliseconds. Clients write during the pause. */
const WRITING_MS = 300;

export const apiKilled: Fault = {
  name: 'api-killed',
  cause: 'the API is killed (SIGKILL) again and again while clients write, and is started again at once',
  promise: 'a client whose connection broke repeats its call and loses nothing',
  run: (world, size) =>
    runUnderLoad(world, async () => {
      const recoveries: number[] = [];
      for (let time = 0; time < TIMES[size]; time++) {
        await world.api.kill();
        recoveries.push(await awaitRecovery(world));
        await sleep(WRITING_MS * Math.random());
        const kills = time + 1;
        if (kills % TOLD_EVERY === 0)
          world.say(`${kills} kills, ${Math.round(Math.max(...recoveries))} ms to the answer at worst`);
      }
      return { recoveries };
    }),
};

const START_TIMEOUT_MS = 60_000;

export const apiOfTwoKilled: Fault = {
  name: 'api-of-two-killed',
  cause: 'one of two APIs behind a proxy is killed (SIGKILL) again and again while clients write',
  promise: 'the other API answers; a client whose connection broke repeats its call and loses nothing',
  async run(world, size) {
    const port = await findFreePort();
    const second = supervise({
      script: 'src/server.ts',
      env: { ...world.env, PORT: String(port) },
      log: join(world.folder, 'processes.log'),
    });
    const apis = [
      { process: world.api, origin: world.origin },
      { process: second, origin: `http://127.0.0.1:${port}` },
    ];
    second.start();
    const proxy = await startBalancer(apis.map(({ origin }) => origin));
    // Send a request to each API too, because the proxy detects a killed API only at its next check.
    const isUp = async (): Promise<boolean> => {
      const replies = await Promise.all(apis.map(({ origin }) => createCaller(origin)({ path: '/readyz' })));
      return replies.every(({ status }) => status === 200) && apis.every(({ origin }) => proxy.isUp(origin));
    };
    const behind = { ...world, origin: proxy.origin, call: createCaller(proxy.origin) };
    try {
      await waitFor('both APIs', isUp, START_TIMEOUT_MS);
      return await runUnderLoad(behind, async () => {
        const recoveries: number[] = [];
        for (let time = 0; time < TIMES[size]; time++) {
          await apis[time % apis.length]?.process.kill();
          recoveries.push(await awaitRecovery(behind));
          // Wait for both APIs, because a moment without any API is a different fault (`api-killed`).
          await waitFor('both APIs', isUp, START_TIMEOUT_MS);
        }
        return { recoveries, broken: second.crashes.map((crash) => `a process ended on its own: ${crash}`) };
      });
    } finally {
      await second.stop();
      await proxy.close();
    }
  },
};
