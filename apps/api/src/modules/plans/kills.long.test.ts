import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join as joinPath } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { childEnv } from '#src/env.ts';
import { startBilling } from '../../../test/billing.ts';

const billing = await startBilling();
const { prisma, join, choose, subscribe, userOf, stripeOf, stripe, settle, deps } = billing;
const script = joinPath(import.meta.dirname, '../../../test/billing-process.ts');

/**
 * Runs a call in a child over a proxy that kills the child at its n-th request to Stripe: before Stripe sees it, or
 * after Stripe has done it and before the reply arrives. @returns whether the child was killed.
 */
async function runKilled(args: string[], nth: number, moment: 'before' | 'after'): Promise<boolean> {
  let child: ChildProcess | undefined;
  let count = 0;
  let wasKilled = false;
  const kill = (): void => {
    wasKilled = true;
    child?.kill('SIGKILL');
  };
  const target = new URL(deps.env.STRIPE_API_BASE);
  const proxy = createServer((incoming, outgoing) => {
    const isLast = ++count === nth;
    if (isLast && moment === 'before') return kill();
    const { method, url: path, headers } = incoming;
    const forwarded = request(
      { host: target.hostname, port: target.port, method, path, headers },
      (reply) => {
        if (isLast) {
          reply.resume();
          reply.on('end', kill);
          return;
        }
        outgoing.writeHead(reply.statusCode ?? 500, reply.headers);
        reply.pipe(outgoing);
      },
    );
    incoming.pipe(forwarded);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  child = fork(script, args, {
    env: childEnv({
      NODE_ENV: 'test',
      DATABASE_URL: deps.env.DATABASE_URL,
      STRIPE_API_BASE: `http://127.0.0.1:${port}`,
      WEB_ORIGIN: 'http://127.0.0.1:3000',
    }),
    stdio: 'ignore',
  });
  const [code] = await once(child, 'exit');
  proxy.closeAllConnections();
  proxy.close();
  if (!wasKilled) expect(code).toBe(0);
  return wasKilled;
}

/** The lock's end and the repair job's time have come. */
async function passTime(userId: number): Promise<void> {
  await prisma.billingLock.deleteMany({ where: { userId } });
  await prisma.outboxMessage.updateMany({
    where: { userId, kind: 'stripe_sync', doneAt: null },
    data: { availableAt: new Date() },
  });
  await settle();
}

type User = Awaited<ReturnType<typeof join>>;

/** Kills the call at every request, and checks each user afterwards. */
async function killEverywhere(
  prepare: (user: User) => Promise<void>,
  args: string[],
  check: (user: User) => Promise<void>,
) {
  for (const moment of ['before', 'after'] as const)
    for (let nth = 1; ; nth++) {
      const user = await join();
      await prepare(user);
      const wasKilled = await runKilled([String(user.id), ...args], nth, moment);
      await passTime(user.id);
      await check(user);
      if (!wasKilled) break;
    }
}

async function expectStateOfStripe(user: User): Promise<void> {
  const { subscriptions } = await stripeOf(user);
  const shown = await userOf(user);
  const running = subscriptions.find(({ status }) => status !== 'canceled');
  expect(shown.subscribed).toBe(running !== undefined || shown.product_id === 'free_for_life');
  if (running) {
    expect(shown.price_id).toBe(running.items.data[0]?.price.lookup_key);
    expect(shown.subscription_canceled).toBe(running.cancel_at_period_end);
  }
}

afterAll(() => stripe.control('webhooks', { mode: 'live' }));

describe('a process killed at any request to Stripe', () => {
  it('leaves one customer and one payable session when it opened Checkout', async () => {
    await killEverywhere(
      async () => undefined,
      ['change', 'monthly'],
      async (user) => {
        await stripe.press((await choose(user, 'monthly')).url, 'pay');
        await settle();
        const { subscriptions, charges, sessions } = await stripeOf(user);
        expect(subscriptions).toHaveLength(1);
        expect(charges).toHaveLength(1);
        expect(sessions.filter(({ status }) => status === 'open')).toEqual([]);
        await expectStateOfStripe(user);
      },
    );
  });

  // Webhooks are dropped, so that only the job that the killed process left behind can repair the row.
  it.each([
    ['switched', ['change', 'yearly']],
    ['canceled', ['cancel']],
    ['chose the free plan', ['change', 'free_for_life']],
    ['synced', ['sync']],
  ])('leaves the state of Stripe when it %s', async (_name, args) => {
    await stripe.control('webhooks', { mode: 'drop' });
    await killEverywhere((user) => subscribe(user, 'monthly'), args, expectStateOfStripe);
    await stripe.control('webhooks', { mode: 'live' });
  });
});
