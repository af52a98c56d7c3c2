import type { FastifyBaseLogger } from 'fastify';
import { PermanentFailure } from '#src/core/errors.ts';
import { withoutAddresses } from '#src/core/log-error.ts';
import { inSpan } from '#src/core/tracing.ts';
import { definitions, isJobKind, type JobKind, type JobPayload } from './definitions.ts';
import { checkHandlers, type Handlers } from './handler.ts';
import { createInHand } from './in-hand.ts';
import type { OpenedRow, OutboxWorkRepository } from './outbox-work.repository.ts';
import type { Ticket } from './queue.ts';

/**
 * Number of attempts before a job becomes a dead letter. With the back-off of the queue, 60 attempts take a
 * little more than a day.
 */
export const MAX_ATTEMPTS = 60;

/** After this number of crashes, a job runs alone in its process, so that no other job dies with it. */
const CRASHES_TOGETHER = 2;
/** After this number of crashes, two of them alone, a job becomes a dead letter. */
const CRASHES_MAX = CRASHES_TOGETHER + 2;
const CRASHED = `The process ended during ${CRASHES_MAX} attempts, in ${CRASHES_MAX - CRASHES_TOGETHER} of them with no other job`;

const ERROR_MAX = 300;

/**
 * Returns name, code and message of an error in one line, without email addresses, for the outbox and the
 * log.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown error';
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const words = withoutAddresses(error.message).replace(/\s+/g, ' ').trim();
  return `${error.name}${code}: ${words}`.slice(0, ERROR_MAX);
}

type Schedules = Record<string, (signal: AbortSignal) => Promise<void>>;

interface Dependencies {
  outbox: Pick<
    OutboxWorkRepository,
    | 'addRun'
    | 'deleteRun'
    | 'countCrash'
    | 'findDeath'
    | 'open'
    | 'finish'
    | 'noteError'
    | 'bury'
    | 'forgetAttempts'
  >;
  /** The name of the process's connection for notifications, by which others see that the process is gone. */
  processName: string;
  handlers: Handlers;
  schedules: Schedules;
  log: FastifyBaseLogger;
}

/**
 * Returns a function that runs a schedule by name. The function logs a failure, because a failed run is not
 * repeated before the next time of the schedule.
 */
export function createScheduleRunner(schedules: Schedules, log: FastifyBaseLogger) {
  return async (name: string, signal: AbortSignal): Promise<void> => {
    try {
      await inSpan(`schedule ${name}`, {}, async () => schedules[name]?.(signal));
    } catch (error) {
      const about = { schedule: name, reason: describeError(error) };
      if (signal.aborted) log.info(about, 'schedule aborted: the process is closing');
      else log.error(about, 'schedule failed: it runs again at its next time');
      throw error;
    }
  };
}

/**
 * Returns a function that runs the job of a queue ticket. When the function throws, the queue retries the job,
 * except after PermanentFailure.
 */
export function createJobRunner({ outbox, processName, handlers, schedules, log }: Dependencies) {
  checkHandlers(handlers);
  const inHand = createInHand();
  const runSchedule = createScheduleRunner(schedules, log);

  const handle = async <K extends JobKind>(
    kind: K,
    { id, userId, payload, createdAt }: OpenedRow,
    signal: AbortSignal,
  ) => {
    const parsed = definitions[kind].payload.safeParse(payload);
    // The messages of Zod may quote the payload, so only the paths of wrong fields are stored.
    if (!parsed.success) {
      const places = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
      throw new PermanentFailure(`The payload does not fit its kind at: ${places}`);
    }
    await handlers[kind]({ id, kind, userId, createdAt, payload: parsed.data as JobPayload<K> }, signal);
  };

  const giveUp = async (id: number, about: object, reason: string): Promise<never> => {
    log.error({ ...about, reason }, 'job became a dead letter (pnpm marquee jobs dead)');
    await outbox.bury(id, reason);
    throw new PermanentFailure(reason);
  };

  /** Ends the attempt with an error, so that the queue repeats the job. */
  const repeatLater = async (id: number, reason: string): Promise<never> => {
    await outbox.noteError(id, reason);
    // Throw a new error: the queue stores its message, and the original message may contain addresses.
    throw new Error(reason);
  };

  const attempt = async (id: number, signal: AbortSignal): Promise<void> => {
    const row = await outbox.open(id, processName);
    // `row` is null when the row is done, is a dead letter, or was deleted with its user.
    if (!row) return;
    const { kind } = row;
    const about = { outboxId: id, kind, attempt: row.attempts };
    if (Object.hasOwn(schedules, kind)) {
      try {
        await runSchedule(kind, signal);
      } catch (error) {
        if (signal.aborted) return repeatLater(id, describeError(error));
      }
      return outbox.deleteRun(id);
    }
    if (!isJobKind(kind)) {
      log.warn(about, 'unknown kind of job: completed without a handler');
      return outbox.finish([id]);
    }
    try {
      await inSpan(`job ${kind}`, { 'job.outbox_id': id, 'job.attempt': row.attempts }, () =>
        handle(kind, row, signal),
      );
    } catch (error) {
      const reason = describeError(error);
      if (error instanceof PermanentFailure || row.attempts >= MAX_ATTEMPTS) return giveUp(id, about, reason);
      log.warn({ ...about, reason }, 'job failed and will be retried');
      return repeatLater(id, reason);
    }
    await outbox.finish([id]);
    log.info(about, 'job done');
  };

  const runRow = async (id: number, signal: AbortSignal): Promise<void> => {
    const found = await outbox.countCrash(id, processName);
    if (!found) {
      // The process may have ended after it buried the row and before it told the queue, whose board shows dead letters.
      const death = await outbox.findDeath(id);
      if (death !== null) throw new PermanentFailure(death);
      return;
    }
    const about = { outboxId: id, ...found };
    if (found.crashes >= CRASHES_MAX) return giveUp(id, about, CRASHED);
    if (found.crashes < CRASHES_TOGETHER) return inHand.together(() => attempt(id, signal), signal);
    log.warn(about, 'the process ended during this job: it runs alone');
    return inHand.alone(() => attempt(id, signal), signal);
  };

  /** Adds a run of the schedule to the outbox, so that its attempts and crashes are counted like those of a job. */
  const addRun = async (schedule: string): Promise<void> => {
    if (!Object.hasOwn(schedules, schedule)) return log.warn({ schedule }, 'unknown schedule: ignored');
    if (!(await outbox.addRun(schedule)))
      log.warn(
        { schedule },
        'schedule not started: its last run is unfinished or a dead letter (pnpm marquee jobs)',
      );
  };

  return {
    run: (ticket: Ticket, signal: AbortSignal): Promise<void> =>
      'outboxId' in ticket ? runRow(ticket.outboxId, signal) : addRun(ticket.schedule),
    /** Call this function when the process is asked to stop. Jobs that do not end in time are no crashes. */
    stop: (): Promise<void> => outbox.forgetAttempts(processName),
  };
}
