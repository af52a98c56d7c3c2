import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { awaitRecovery, runUnderLoad } from './under-load.ts';

const TIMES = { short: 2, full: 50 } as const;
const TOLD_EVERY = 10;
/** Time between two kills, in which clients write. */
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
