// pnpm marquee doctor: checks configuration, database, queue, mail, Stripe, catalogue and model, and prints how to
// fix each problem. Uses DATABASE_URL when set, otherwise the database under DATA_DIR.
import { pino } from 'pino';
import { createStripe } from '#src/clients/stripe/stripe.ts';
import { withoutAddresses } from '#src/core/log-error.ts';
import type { connectDatabase } from '#src/data/database.ts';
import { findMissingMigrations } from '#src/data/missing-migrations.ts';
import { type LocalEnv, loadLocalEnv } from '#src/env.ts';
import { createQueueView } from '#src/jobs/queue.ts';
import { checkMailServer } from '#src/mail/transport.ts';
import { createRepositories } from '#src/repositories.ts';
import { print, say, type Tool } from './command.ts';
import { withDatabase } from './tool.ts';

interface Context {
  env: LocalEnv;
  prisma: ReturnType<typeof connectDatabase>;
  url: string;
}

/** Thrown for a problem that an operator should fix. `mend` is the instruction for the operator. */
class Ailment extends Error {
  override readonly name = 'Ailment';
  readonly mend: string;
  constructor(message: string, mend: string) {
    super(message);
    this.mend = mend;
  }
}

const CHECK_MS = 8_000;
/** A running worker handles a due outbox row within seconds. A longer wait means that no worker runs. */
const LATE_SECONDS = 120;
const STALE_DAYS = 14;
const DAY_MS = 86_400_000;

/** Each check returns its result as text, or throws. */
const checks: Record<string, { mend: string; run(context: Context): Promise<string> }> = {
  configuration: {
    mend: 'Look at .env.example.',
    run: async ({ env }) => (env.IS_PRODUCTION ? 'rules of production' : 'rules of development'),
  },
  database: {
    mend: 'Start PostgreSQL, or correct DATABASE_URL and DATABASE_PASSWORD.',
    run: async ({ prisma }) => {
      const [server] = await prisma.$queryRaw<{ version: string }[]>`
        SELECT current_setting('server_version') AS version`;
      const missing = await findMissingMigrations(prisma);
      if (missing.length > 0)
        throw new Ailment(`${missing.length} migrations are not applied`, 'Run pnpm db:deploy.');
      return `PostgreSQL ${server?.version ?? ''}, all migrations`;
    },
  },
  queue: {
    mend: 'Start Redis or correct REDIS_URL; without REDIS_URL the queue is in the database.',
    run: async ({ env, prisma, url }) => {
      const log = pino({ level: 'silent' });
      const view = createQueueView({ ...env, DATABASE_URL: url }, log);
      try {
        if ((await view.counts()) === null) throw new Error('it does not answer');
      } finally {
        await view.close();
      }
      const { waiting, dead, oldestSeconds } = await createRepositories(prisma).outboxWork.pulse();
      if (oldestSeconds > LATE_SECONDS)
        throw new Ailment(
          `a job waits for ${Math.round(oldestSeconds)} s`,
          'Start a worker (pnpm worker), or look at its log.',
        );
      if (dead > 0)
        throw new Ailment(
          `${dead} dead letters`,
          'Look at pnpm marquee jobs dead, then pnpm marquee jobs replay all.',
        );
      return `${env.REDIS_URL ? 'Redis' : 'PostgreSQL'}, ${waiting} jobs open`;
    },
  },
  mail: {
    mend: 'Correct SMTP_URL, or start the mail server.',
    run: async ({ env }) => {
      await checkMailServer(env);
      return new URL(env.SMTP_URL).host;
    },
  },
  stripe: {
    mend: 'Correct STRIPE_SECRET_KEY and STRIPE_API_BASE.',
    run: async ({ env, prisma }) => {
      if (env.BILLING === 'off') return 'BILLING is off';
      await createStripe(env).within(CHECK_MS).check();
      const plans = await createRepositories(prisma).plans.listActive();
      const sold = plans.flatMap(({ pricings }) => pricings.filter(({ isFree }) => !isFree));
      if (sold.some(({ stripePriceId }) => stripePriceId === null))
        throw new Ailment('a price is not at Stripe yet', 'Run pnpm marquee plans sync.');
      return `${sold.length} prices at ${env.STRIPE_API_BASE}`;
    },
  },
  catalogue: {
    mend: 'Run pnpm marquee catalogue import FILE, or pnpm marquee catalogue seed for the demo catalogue.',
    run: async ({ prisma }) => {
      const titles = await prisma.medium.count({ where: { delistedAt: null } });
      if (titles === 0) throw new Error('it has no titles');
      const { _max } = await prisma.providerMedium.aggregate({
        where: { delistedAt: null },
        _max: { checkedAt: true },
      });
      const days = _max.checkedAt === null ? null : (Date.now() - _max.checkedAt.getTime()) / DAY_MS;
      const age = days === null ? 'no offers' : `offers checked ${Math.floor(days)} days ago`;
      return `${titles} titles, ${age}${days !== null && days > STALE_DAYS ? ' (old: import a newer feed)' : ''}`;
    },
  },
  model: {
    mend: 'Run pnpm marquee recommender train, or pnpm marquee recommender use N to go back.',
    run: async ({ prisma }) => {
      const models = await prisma.recommenderModel.findMany({
        where: { status: 'active' },
        select: { kind: true, version: true, _count: { select: { parts: true } } },
      });
      const empty = models.find(({ _count }) => _count.parts === 0);
      if (empty) throw new Error(`version ${empty.version} (${empty.kind}) has no bytes`);
      if (models.length === 0) return 'none trained: titles are ranked by content';
      return models.map(({ kind, version }) => `${kind} version ${version}`).join(', ');
    },
  },
};

const reasonOf = (error: unknown): string => {
  const [line = ''] = withoutAddresses(error instanceof Error ? error.message : String(error))
    .trim()
    .split('\n')
    .slice(-1);
  return line.replace(/\.$/, '');
};

async function examine(context: Context): Promise<number> {
  let failed = 0;
  for (const [name, { mend, run }] of Object.entries(checks)) {
    try {
      print(`ok    ${name.padEnd(14)} ${await run(context)}`);
    } catch (error) {
      failed += 1;
      const advice = error instanceof Ailment ? error.mend : mend;
      print(`FAIL  ${name.padEnd(14)} ${reasonOf(error)}. ${advice}`);
    }
  }
  return failed > 0 ? 1 : 0;
}

export const tool: Tool = {
  name: 'pnpm marquee doctor',
  about: 'Checks configuration, database, queue, mail, Stripe, catalogue and model: one line each.',
  commands: {
    '': {
      help: 'check everything; exit code 1 when something is wrong',
      run: () => {
        // If a variable is wrong, the command ends here and prints a line with the name of the variable.
        const env = loadLocalEnv();
        return withDatabase({ say, poolSize: 2 }, (prisma, url) => examine({ env, prisma, url }));
      },
    },
  },
};
