// pnpm marquee plans: creates plans at Stripe, compares stored subscriptions with Stripe, and counts places. When the
// emulator of `npm start` is not running, set the variables of a Stripe account.
import { AppError } from '#src/core/errors.ts';
import { createLogger } from '#src/core/log.ts';
import { createDeps } from '#src/deps.ts';
import { loadLocalEnv } from '#src/env.ts';
import { createRepositories } from '#src/repositories.ts';
import { print, printTable, say, type Tool, ToolError, UsageError } from './command.ts';
import { withDatabase } from './tool.ts';

type Services = Awaited<ReturnType<typeof createDeps>>['services'];

async function syncPlans({ stripePrices }: Services): Promise<number> {
  for (const { priceId, stripePriceId, isNew } of await stripePrices.ensurePrices())
    print(`${priceId}  ${stripePriceId}  ${isNew ? 'created' : 'unchanged'}`);
  return 0;
}

/** Prints the prices that `sync` would find or create at Stripe. */
async function previewPlans({ stripePrices }: Services): Promise<number> {
  for (const { priceId, stripePriceId } of await stripePrices.listPrices())
    print(`${priceId}  ${stripePriceId ?? 'would be found or created'}`);
  return 0;
}

async function reconcile({ planReconcile }: Services): Promise<number> {
  const { checked, mended, failed } = await planReconcile.reconcile();
  print(`${checked} users checked, ${mended.length} mended, ${failed.length} failed`);
  for (const userId of mended) print(`mended  user ${userId}`);
  for (const userId of failed) print(`failed  user ${userId}`);
  return failed.length > 0 ? 1 : 0;
}

/** Prints the number of users that `reconcile` would compare with Stripe. */
const countCustomers = (): Promise<number> =>
  withDatabase({ say, poolSize: 1 }, async (prisma) => {
    const { billing } = createRepositories(prisma);
    print(`${await billing.countCustomers()} users would be compared with Stripe`);
    return 0;
  });

/** Runs the work with the billing services. @throws UsageError when BILLING is off. */
async function withServices(work: (services: Services) => Promise<number>): Promise<number> {
  const env = loadLocalEnv();
  if (env.BILLING === 'off') throw new UsageError('BILLING is off: there is nothing to do');
  try {
    return await withDatabase({ say, poolSize: 2 }, async (_prisma, url) => {
      const log = createLogger(env);
      log.level = 'warn';
      const deps = await createDeps({ ...env, DATABASE_URL: url }, log);
      try {
        return await work(deps.services);
      } finally {
        await deps.close();
      }
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable')
      throw new ToolError('Stripe does not answer. Look at STRIPE_API_BASE and STRIPE_SECRET_KEY.');
    throw error;
  }
}

/** Prints the taken and the free places of each plan with a limited number of places. */
async function showPlaces(): Promise<number> {
  const limit = loadLocalEnv().EARLY_ADOPTER_PLACES;
  return withDatabase({ say, poolSize: 1 }, async (prisma) => {
    const { plans, places } = createRepositories(prisma);
    const rows = [];
    for (const plan of await plans.listActive()) {
      const taken = await places.countTaken(plan.id);
      if (plan.places !== null) rows.push([plan.planId, limit, taken, Math.max(0, limit - taken)]);
    }
    printTable(['plan', 'places', 'taken', 'left'], rows);
    return 0;
  });
}

export const tool: Tool = {
  name: 'pnpm marquee plans',
  about: 'Brings plans to Stripe, compares stored subscriptions with it, and counts the places left.',
  commands: {
    sync: {
      help: 'create missing products and prices at Stripe, by lookup key',
      writes: true,
      run: ({ isDryRun }) => withServices(isDryRun ? previewPlans : syncPlans),
    },
    reconcile: {
      help: 'compare every stored subscription with Stripe, and mend differences',
      writes: true,
      run: ({ isDryRun }) => (isDryRun ? countCustomers() : withServices(reconcile)),
    },
    places: { help: 'places of limited plans: taken, and left', run: showPlaces },
  },
};
