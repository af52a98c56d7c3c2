// Starts the application and its jobs with the emulators of Stripe and the app stores.
import type { Prisma } from '@marquee/prisma';
import { startStripeEmulator } from '@marquee/stripe-emulator';
import { afterAll } from 'vitest';
import type { Env } from '#src/env.ts';
import { startJobs } from '#src/jobs/start.ts';
import { createSeedRepository } from '#src/modules/catalogue/seed/seed.repository.ts';
import { PLANS } from '#src/modules/plans/price-list.ts';
import { startApp, testEnv } from './app.ts';
import { createUser } from './factories.ts';
import { findFreePort } from './free-port.ts';
import { startStores } from './stores.ts';
import { createStripeControl } from './stripe-control.ts';
import { waitFor } from './wait-for.ts';

export const DAY_S = 86_400;

/** Starts the emulator, the application on a port, and the jobs. With `jobs: false` no job runs. */
export async function startBilling(overrides: Partial<Env> = {}, { jobs = true } = {}) {
  const port = await findFreePort();
  const { STRIPE_WEBHOOK_SECRET: secret, STRIPE_SECRET_KEY: secretKey } = await testEnv();
  const emulator = await startStripeEmulator({
    port: 0,
    secretKey,
    webhooks: [{ url: `http://127.0.0.1:${port}/webhooks/stripe`, secret }],
    webhookRetries: { first: 100, longest: 1_000 },
  });
  afterAll(emulator.close);
  const stores = await startStores();
  afterAll(stores.close);
  const app = await startApp({
    ...stores.settings,
    STRIPE_API_BASE: emulator.origin,
    WEB_ORIGIN: 'http://127.0.0.1:3000',
    ...overrides,
  });
  const { deps, prisma } = app;
  await createSeedRepository(prisma).ensurePlans(PLANS);
  await app.app.listen({ port, host: '127.0.0.1' });
  if (jobs) {
    const running = await startJobs(deps, { firstBackoffMs: 50, lockMs: 2_000 });
    afterAll(running.close);
  }
  const stripe = createStripeControl(emulator.origin);
  // The first call loads Stripe's library, which on a busy machine takes much of the time that a request has.
  await deps.stripe.within(60_000).check();

  /** Creates a user without a trial, unless `data` sets a trial. */
  const join = (data: Partial<Prisma.UserUncheckedCreateInput> = {}) =>
    createUser(prisma, { trialEndsAt: null, ...data });
  type Signed = Awaited<ReturnType<typeof join>>;

  const choose = async (user: Signed, plan_id: string, body: object = {}) => {
    const reply = await app
      .as(user)
      .post('/api/v1/plans/change')
      .send({ plan_id, ...body });
    return { status: reply.status, url: String(reply.body.redirect_url), body: reply.body };
  };

  return {
    ...app,
    origin: `http://127.0.0.1:${port}`,
    stripe,
    stores,
    secret,
    join,
    choose,

    /** Chooses a plan and pays for it on the hosted page of the emulator. */
    async subscribe(user: Signed, plan_id: string): Promise<void> {
      const { url } = await choose(user, plan_id);
      await stripe.press(url, 'pay');
      await app.as(user).post('/api/v1/plans/sync').expect(200);
    },

    userOf: async (user: Signed) => (await app.as(user).get('/api/v1/user').expect(200)).body.user,

    /** Returns the data of the user at the emulator of Stripe. */
    async stripeOf({ id }: Signed) {
      const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id } });
      // No customer has this id, so that the lists of a user without one are empty.
      const customerId = stripeCustomerId ?? 'none';
      return { customerId: stripeCustomerId ?? '', ...(await stripe.stateOf(customerId)) };
    },

    /** Waits until every delivered event is processed. */
    async settle(): Promise<void> {
      await waitFor(
        'the events to be worked on',
        async () => {
          const { pending, held } = await stripe.control<{ pending: number; held: number }>('webhooks');
          const open = await prisma.outboxMessage.count({
            where: {
              kind: { startsWith: 'stripe_' },
              doneAt: null,
              deadAt: null,
              availableAt: { lte: new Date() },
            },
          });
          return pending - held <= 0 && open === 0;
        },
        60_000,
      );
    },
  };
}

export type Billing = Awaited<ReturnType<typeof startBilling>>;
