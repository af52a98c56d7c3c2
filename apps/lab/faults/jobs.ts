import { definitions } from '@marquee/api/src/jobs/definitions.ts';
import { createOutboxRepository } from '@marquee/api/src/jobs/outbox.repository.ts';
import type { Fault, Outcome, Size } from './fault.ts';
import { type Barrier, createBarrier } from './job-barrier.ts';
import {
  type JobCase,
  prepareImport,
  prepareListEdit,
  preparePush,
  prepareRenumbered,
  prepareStoreJobs,
  prepareStripeJobs,
  prepareWish,
} from './job-effects.ts';
import { listMailJobs } from './job-mails.ts';
import { awaitOutbox, awaitRecovery, checkMails } from './under-load.ts';
import type { World } from './world.ts';

/**
 * Number of mails in one case. The worker runs this number of jobs at a time, so all mails are unfinished
 * when the worker is killed.
 */
const MAILS_AT_ONCE = 8;

/** Prepares mails of these kinds. The killed worker has sent each mail, so each mail may arrive twice. */
function prepareMails({ prisma, smtp }: World, jobs: ReturnType<typeof listMailJobs>): JobCase {
  const from = smtp.mails.length;
  const sentOf = (kind: string) =>
    smtp.mails.slice(from).filter(({ messageId }) => messageId.startsWith(`<${kind}.`));
  return {
    kinds: jobs.map(({ kind }) => kind),
    async cause() {
      const rows = await Promise.all(jobs.map(({ make }) => make()));
      await createOutboxRepository(prisma).add(...rows);
    },
    async check() {
      return jobs.flatMap(({ kind }) => {
        const sent = sentOf(kind);
        const ids = new Set(sent.map(({ messageId }) => messageId));
        return ids.size === 1 && sent.length <= 2
          ? []
          : [`${kind} was sent ${sent.length} times with ${ids.size} Message-IDs`];
      });
    },
  };
}

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/**
 * Returns functions that create the cases. The functions run in turn, so that no outbox row of one case is
 * open during another case.
 */
function listCases(world: World, size: Size): (() => Promise<JobCase[]>)[] {
  const mails = chunksOf(listMailJobs(world.prisma, world.env.JWT_SECRET ?? ''), MAILS_AT_ONCE);
  let confirm: JobCase | undefined;
  const all = [
    ...mails.map((jobs) => async () => [prepareMails(world, jobs)]),
    async () => {
      const [upload, next] = await prepareImport(world);
      confirm = next;
      return [
        upload,
        await prepareListEdit(world),
        await preparePush(world),
        await prepareRenumbered(world),
        await prepareStoreJobs(world),
        await prepareWish(world),
      ];
    },
    async () => (confirm ? [confirm] : []),
    async () => [await prepareStripeJobs(world)],
  ];
  return size === 'full' ? all : [...all.slice(0, 1), ...all.slice(mails.length)];
}

/**
 * Kills the worker while jobs are blocked.
 * @returns `doneMs`, the milliseconds until every job was done.
 */
async function killInTheMiddle(world: World, barrier: Barrier, cases: readonly JobCase[]) {
  await awaitOutbox(world);
  await barrier.close();
  for (const each of cases) await each.cause();
  const held = await barrier.awaitHeld();
  await world.worker.kill();
  await barrier.open();
  return { held, doneMs: await awaitOutbox(world) };
}

export const workerKilled: Fault = {
  name: 'worker-killed',
  cause:
    'the worker is killed (SIGKILL) when the work of each kind of job is done and not yet marked as done',
  promise:
    'each job ends once; its effect is there once; a mail is sent at most twice, with the same Message-ID',
  async run(world, size): Promise<Outcome> {
    const barrier = await createBarrier(world);
    const broken: string[] = [];
    const kinds: string[] = [];
    const times: number[] = [];
    let killed = 0;
    try {
      for (const prepare of listCases(world, size)) {
        const cases = await prepare();
        const { held, doneMs } = await killInTheMiddle(world, barrier, cases);
        killed += held;
        times.push(doneMs);
        for (const each of cases) {
          kinds.push(...each.kinds);
          broken.push(...(await each.check()));
        }
      }
    } finally {
      await barrier.remove();
    }
    const missing = Object.keys(definitions).filter((kind) => !kinds.includes(kind));
    if (size === 'full' && missing.length > 0) broken.push(`no case causes ${missing.join(', ')}`);
    const recovery = await awaitRecovery(world);
    const mails = await checkMails(world);
    const { summary, broken: wrong } = await world.check();
    return {
      saw: `${killed} jobs of ${new Set(kinds).size} kinds held and killed`,
      recoveries: [recovery],
      found: [
        `jobs ended ${(Math.max(...times) / 1_000).toFixed(1)} s after the kill at the latest`,
        summary,
        mails.found,
      ].join('; '),
      broken: [...broken, ...mails.broken, ...wrong],
    };
  },
};
