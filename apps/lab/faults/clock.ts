import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '@marquee/api/test/wait-for.ts';
import { ensureFaketime } from '@marquee/local/test/services.ts';
import { createVerdict, type Fault } from './fault.ts';
import { checkBuyers, ensurePrices, joinBuyer, subscribe } from './stripe.ts';
import { awaitRecovery, runUnderLoad } from './under-load.ts';
import { logIn, type World } from './world.ts';

const OFFSETS = { short: ['+10m'], full: ['+10m', '-10m'] } as const;
const WRITING_MS = { short: 500, full: 10_000 } as const;
const RETRY_TIMEOUT_MS = 60_000;

interface Webhooks {
  pending: number;
}

/** Restarts API and worker with these variables. */
async function restartWith({ api, worker }: World, variables: Record<string, string>): Promise<void> {
  for (const each of [api, worker]) {
    await each.stop();
    each.start(variables);
  }
}

/** Checks that a token issued under the wrong clock is valid under the correct clock until a logout. */
async function checkToken({ call, badTokens }: World, token: string): Promise<string[]> {
  const verdict = createVerdict();
  const { status } = await call({ path: '/api/v1/user', token });
  verdict.expect(status === 200, `a token of the wrong clock got ${status} on the right clock`);
  await call({ method: 'POST', path: '/users/sign_out', token });
  badTokens.push(token);
  const ended = await call({ path: '/api/v1/user', token });
  verdict.expect(ended.status === 401, `a token that was ended on the wrong clock got ${ended.status}`);
  return verdict.broken;
}

export const clockOff: Fault = {
  name: 'clock-off',
  cause: 'the clock of API and worker is 10 minutes ahead, then 10 minutes behind; the database is right',
  promise: 'Stripe repeats refused webhooks until the clock is right, and tokens keep their meaning',
  async run(world, size) {
    const library = ensureFaketime();
    if (library === null || !existsSync(library)) return 'this machine has no libfaketime (Debian: faketime)';
    await ensurePrices(world);
    const { stripe, members, call } = world;
    return runUnderLoad(world, async () => {
      const [recoveries, broken, found]: [number[], string[], string[]] = [[], [], []];
      for (const offset of OFFSETS[size]) {
        await restartWith(world, {
          LD_PRELOAD: library,
          FAKETIME: offset,
          // Do not change the monotonic clock, because timers use it.
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
        });
        await awaitRecovery(world);
        const token = await logIn(call, members[0]?.email ?? '');
        const buyer = await joinBuyer(world);
        await subscribe(world, buyer);
        await sleep(WRITING_MS[size]);
        const { pending } = await stripe.control<Webhooks>('webhooks');
        found.push(`${offset}: ${pending} webhooks refused and waiting`);
        if (pending === 0) broken.push(`no webhook was refused with a clock of ${offset}`);
        await restartWith(world, {});
        recoveries.push(await awaitRecovery(world));
        broken.push(...(await checkToken(world, token)));
        const isDelivered = async () => (await stripe.control<Webhooks>('webhooks')).pending === 0;
        await waitFor('the webhooks to be repeated', isDelivered, RETRY_TIMEOUT_MS);
        broken.push(...(await checkBuyers(world, [buyer])));
      }
      return { recoveries, broken, found };
    });
  },
};
