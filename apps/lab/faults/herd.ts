import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '@marquee/api/test/wait-for.ts';
import { createTally } from './caller.ts';
import { createVerdict, type Fault } from './fault.ts';
import { awaitRecovery, runUnderLoad } from './under-load.ts';

const REQUESTS = 500;
const PATHS = [
  '/api/v2/media?grouped_genres=true&taste_rows=true&view=card',
  '/api/v2/media?selection=recommended&per_page=20&view=card',
  '/api/v1/user_lists',
  '/api/v1/user',
  '/api/v1/media/rating_history',
];
const RETRY_AFTER_MS = 500;
const START_TIMEOUT_MS = 60_000;
const HERD_TIMEOUT_MS = 60_000;

export const herd: Fault = {
  name: 'herd',
  cause: `the API is killed, and ${REQUESTS} requests arrive at once as soon as its port is open`,
  promise: 'a request is answered, or refused with 503 and answered when it is repeated',
  run: (world) =>
    runUnderLoad(world, async () => {
      const verdict = createVerdict();
      const tally = createTally();
      await world.api.kill();
      const isListening = async () => (await world.call({ path: '/livez' })).status === 200;
      await waitFor('the port', isListening, START_TIMEOUT_MS);
      const began = performance.now();
      const ask = async (at: number): Promise<void> => {
        const member = world.members[at % world.members.length];
        const path = PATHS[at % PATHS.length] ?? '';
        for (let time = 1; performance.now() - began < HERD_TIMEOUT_MS; time++) {
          const reply = await world.call({ path, token: member?.token ?? '' });
          tally.add(time === 1 ? 'first replies' : 'repeats', reply);
          if (reply.status === 200) return;
          await sleep(RETRY_AFTER_MS);
        }
        verdict.expect(false, `${path} never succeeded`);
      };
      const asked = Promise.all(Array.from({ length: REQUESTS }, (_, at) => ask(at)));
      const recoveries = [await awaitRecovery(world)];
      await asked;
      const strange = tally.statuses().filter((status) => status !== 200 && status !== 503);
      verdict.expect(strange.length === 0, `the herd got ${strange.join(', ')}`);
      return {
        recoveries,
        found: [
          tally.describe(),
          `all answered ${Math.round(performance.now() - began)} ms after the port opened`,
        ],
        broken: verdict.broken,
      };
    }),
};
