import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childEnv } from '@marquee/api/src/env.ts';
import { createUser } from '@marquee/api/test/factories.ts';
import { waitFor } from '@marquee/api/test/wait-for.ts';
import { createTally, type Reply, type Tally } from './caller.ts';
import { createVerdict, type Fault } from './fault.ts';
import { awaitRecovery, expectNoRefusal, runUnderLoad } from './under-load.ts';
import { logIn, type World } from './world.ts';

const MODES = ['slow', 'error_500', 'away', 'lost_reply'] as const;
const BUYERS = { short: 1, full: 5 } as const;
/**
 * Delay of each reply in the mode `slow`, in seconds. The delay exceeds the time limit of a request to
 * Stripe.
 */
const DELAY_S = 30;
const SETTLE_TIMEOUT_MS = 60_000;

export interface Buyer {
  id: number;
  token: string;
}

/** Creates products and prices at the emulator, once for each world. */
export async function ensurePrices({ env, stripe }: World): Promise<void> {
  const { products } = await stripe.control<{ products?: unknown[] }>('state');
  if (products && products.length > 0) return;
  const script = join(import.meta.dirname, '../../api/test/billing-process.ts');
  await promisify(execFile)(process.execPath, [script, '0', 'catalogue'], { env: childEnv(env) });
}

export async function joinBuyer({ prisma, call }: World): Promise<Buyer> {
  const { id, email } = await createUser(prisma, { trialEndsAt: null });
  return { id, token: await logIn(call, email) };
}

const choosePlan = ({ call }: World, { token }: Buyer): Promise<Reply> =>
  call({ method: 'POST', path: '/api/v1/plans/change', token, body: { plan_id: 'monthly' } });

function readAddress({ body }: Reply): string | null {
  if (typeof body !== 'object' || body === null || !('redirect_url' in body)) return null;
  return typeof body.redirect_url === 'string' ? body.redirect_url : null;
}

/**
 * Chooses the plan and pays for it on the hosted page. Repeats the choice until the emulator of Stripe
 * answers.
 */
export async function subscribe(world: World, buyer: Buyer, tally?: Tally): Promise<void> {
  const address = await waitFor(
    'the checkout page',
    async () => {
      const reply = await choosePlan(world, buyer);
      tally?.add('purchases afterwards', reply);
      return readAddress(reply);
    },
    SETTLE_TIMEOUT_MS,
  );
  await world.stripe.press(address, 'pay');
}

/**
 * Buys a plan for each buyer, during and after the fault.
 * @returns milliseconds from the end of the fault until every buyer has the plan.
 */
async function buy(world: World, buyers: readonly Buyer[], mode: string, tally: Tally): Promise<number> {
  await world.stripe.control('faults', { mode, seconds: DELAY_S });
  const replies = await Promise.all(buyers.map((buyer) => choosePlan(world, buyer)));
  for (const reply of replies) tally.add(`purchases while ${mode}`, reply);
  await world.stripe.control('faults', { mode: 'none' });
  const began = performance.now();
  await Promise.all(buyers.map((buyer) => subscribe(world, buyer, tally)));
  return performance.now() - began;
}

/** Checks that each buyer has one customer, one subscription, one charge and the plan. */
export async function checkBuyers(
  { prisma, stripe, call }: World,
  buyers: readonly Buyer[],
): Promise<string[]> {
  const verdict = createVerdict();
  const isSubscribed = async ({ token }: Buyer): Promise<boolean> => {
    const { body } = await call({ path: '/api/v1/user', token });
    return JSON.stringify(body).includes('"subscribed":true');
  };
  for (const buyer of buyers) await waitFor('the plan', () => isSubscribed(buyer), SETTLE_TIMEOUT_MS);
  const state = await stripe.state();
  const users = await prisma.user.findMany({ where: { id: { in: buyers.map(({ id }) => id) } } });
  for (const { email, stripeCustomerId } of users) {
    const isTheirs = ({ customer }: { customer: string }) => customer === stripeCustomerId;
    verdict.expect(
      state.customers.filter((customer) => customer.email === email).length === 1,
      'a buyer has two customers at Stripe',
    );
    verdict.expect(state.subscriptions.filter(isTheirs).length === 1, 'a buyer has two subscriptions');
    verdict.expect(
      state.charges.filter((charge) => isTheirs(charge) && charge.paid).length === 1,
      'a buyer was not charged exactly once',
    );
  }
  return verdict.broken;
}

const defineStripeFault = (mode: (typeof MODES)[number], cause: string): Fault => ({
  name: `stripe-${mode.replace('_', '-')}`,
  cause,
  promise: 'a purchase is 503 within 5 s, and is one customer, one subscription and one charge afterwards',
  async run(world, size) {
    await ensurePrices(world);
    const buyers = await Promise.all(Array.from({ length: BUYERS[size] }, () => joinBuyer(world)));
    return runUnderLoad(world, async ({ tally }) => {
      const verdict = createVerdict();
      const purchases = createTally();
      const boughtMs = await buy(world, buyers, mode, purchases);
      const recoveries = [await awaitRecovery(world)];
      expectNoRefusal(tally, verdict);
      const strange = purchases.statuses().filter((status) => status !== 200 && status !== 503);
      verdict.expect(strange.length === 0, `purchases got ${strange.join(', ')}`);
      return {
        recoveries,
        found: [
          purchases.describe(),
          `all ${buyers.length} purchases possible ${Math.round(boughtMs)} ms after the fault`,
        ],
        broken: [...verdict.broken, ...(await checkBuyers(world, buyers))],
      };
    });
  },
});

export const stripeFaults: readonly Fault[] = [
  defineStripeFault('slow', `Stripe takes ${DELAY_S} s for each reply`),
  defineStripeFault('error_500', 'Stripe answers 500 to every call'),
  defineStripeFault('away', 'Stripe closes every connection'),
  defineStripeFault('lost_reply', 'Stripe does what it is asked and closes the connection before its reply'),
];
