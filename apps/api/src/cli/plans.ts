// pnpm plans: brings plans to Stripe, and compares stored subscriptions with it. Uses DATABASE_URL when set, otherwise
// the database under DATA_DIR. The running stack starts the stand-in; without it, set the variables of a real Stripe.
import { AppError } from '#src/core/errors.ts';
import { createDeps, createLogger } from '#src/deps.ts';
import { type LocalEnv, loadLocalEnv } from '#src/env.ts';
import { explain, withDatabase } from './tool.ts';

const USAGE = `Usage:
  pnpm plans sync        create missing products and prices at Stripe, by lookup key
  pnpm plans reconcile   compare every stored subscription with Stripe, and mend differences`;

const say = (line: string): void => console.warn(line);
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

type Services = Awaited<ReturnType<typeof createDeps>>['services'];

async function syncPlans({ planCatalogue }: Services): Promise<number> {
  for (const { priceId, stripePriceId, isNew } of await planCatalogue.syncPlans())
    print(`${priceId}  ${stripePriceId}  ${isNew ? 'created' : 'unchanged'}`);
  return 0;
}

async function reconcile({ planReconcile }: Services): Promise<number> {
  const { checked, mended, failed } = await planReconcile.reconcile();
  print(`${checked} users checked, ${mended.length} mended, ${failed.length} failed`);
  for (const userId of mended) print(`mended  user ${userId}`);
  for (const userId of failed) print(`failed  user ${userId}`);
  return failed.length > 0 ? 1 : 0;
}

async function main([command, ...rest]: string[], env: LocalEnv): Promise<number> {
  if (rest.length > 0 || (command !== 'sync' && command !== 'reconcile')) {
    say(USAGE);
    return 2;
  }
  if (env.BILLING === 'off') {
    say('BILLING is off: there is nothing to do');
    return 2;
  }
  return withDatabase({ say, poolSize: 2 }, async (_prisma, url) => {
    const log = createLogger(env);
    log.level = 'warn';
    const deps = await createDeps({ ...env, DATABASE_URL: url }, log);
    try {
      return await (command === 'sync' ? syncPlans(deps.services) : reconcile(deps.services));
    } finally {
      await deps.close();
    }
  });
}

try {
  process.exitCode = await main(process.argv.slice(2), loadLocalEnv());
} catch (error) {
  const isUnavailable = error instanceof AppError && error.code === 'unavailable';
  say(
    isUnavailable ? 'Stripe does not answer. Look at STRIPE_API_BASE and STRIPE_SECRET_KEY.' : explain(error),
  );
  process.exitCode = 1;
}
