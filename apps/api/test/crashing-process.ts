// A worker whose jobs wait, or end its process. It opens the database and the queue only, so that it starts
// fast. Tests start it with `createCrashes`.
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase } from '#src/data/database.ts';
import { loadEnv } from '#src/env.ts';
import { definitions } from '#src/jobs/definitions.ts';
import { checkHandlers } from '#src/jobs/handler.ts';
import { createOutboxWorkRepository } from '#src/jobs/outbox-work.repository.ts';
import { runJobs } from '#src/jobs/start.ts';
import { type CrashSettings, listSchedules } from './crashes.ts';

const { deadly, holdMs }: CrashSettings = JSON.parse(process.argv[2] ?? '');
let inHand = 0;
const handle = (kind: string) => async (): Promise<void> => {
  process.send?.(++inHand);
  if (deadly.includes(kind)) process.exit(1);
  await sleep(holdMs);
  process.send?.(--inHand);
};

const handlers = Object.fromEntries(Object.keys(definitions).map((kind) => [kind, handle(kind)]));
checkHandlers(handlers);
const env = loadEnv();
const { prisma } = openDatabase(env.DATABASE_URL, 4);
const jobs = await runJobs(
  { env, log: pino({ level: 'warn' }), outbox: createOutboxWorkRepository(prisma) },
  {
    handlers,
    schedules: Object.fromEntries(
      listSchedules().map((name) => [name, { everyMs: 86_400_000, run: handle(name) }]),
    ),
    close: () => undefined,
  },
  { firstBackoffMs: 50, lockMs: 500 },
);
// Tests kill the process, which would lose what it compiled.
flushCompileCache();
process.on('message', () => void jobs.close().then(() => process.exit(0)));
process.once('disconnect', () => process.exit(1));
