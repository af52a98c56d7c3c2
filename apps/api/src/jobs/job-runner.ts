import type { FastifyBaseLogger } from 'fastify';
import { PermanentFailure } from '#src/core/errors.ts';
import { withoutAddresses } from '#src/core/log-error.ts';
import { inSpan } from '#src/core/tracing.ts';
import { definitions, isJobKind, type JobKind, type JobPayload } from './definitions.ts';
import { checkHandlers, type Handlers } from './handler.ts';
import type { OpenedRow, OutboxWorkRepository } from './outbox-work.repository.ts';
import type { Ticket } from './queue.ts';

/**
 * Number of attempts before a job becomes a dead letter. With the back-off of the queue, 60 attempts take a
 * little more than a day.
 */
export const MAX_ATTEMPTS = 60;

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
  outbox: Pick<OutboxWorkRepository, 'open' | 'finish' | 'noteError' | 'bury'>;
  handlers: Handlers;
  schedules: Schedules;
  log: FastifyBaseLogger;
}

/**
 * Returns a function that runs a schedule by name. The function logs a failure, because the queue does not
 * store failed schedules.
 */
export function createScheduleRunner(schedules: Schedules, log: FastifyBaseLogger) {
  return async (name: string, signal: AbortSignal): Promise<void> => {
    const run = schedules[name];
    if (!run) return log.warn({ schedule: name }, 'unknown schedule: ignored');
    try {
      await inSpan(`schedule ${name}`, {}, () => run(signal));
    } catch (error) {
      const about = { schedule: name, reason: describeError(error) };
      if (signal.aborted) log.info(about, 'schedule aborted: the process is closing');
      else log.error(about, 'schedule failed: it runs again at its next time');
      throw error;
    }
  };
}

/**
 * Returns a function that runs the job or the schedule of a queue ticket. When the function throws, the queue
 * retries the job.
 */
export function createJobRunner({ outbox, handlers, schedules, log }: Dependencies) {
  checkHandlers(handlers);

  const handle = async <K extends JobKind>(kind: K, { id, userId, payload, createdAt }: OpenedRow) => {
    const parsed = definitions[kind].payload.safeParse(payload);
    // The messages of Zod may quote the payload, so only the paths of wrong fields are stored.
    if (!parsed.success) {
      const places = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
      throw new PermanentFailure(`The payload does not fit its kind at: ${places}`);
    }
    await handlers[kind]({ id, kind, userId, createdAt, payload: parsed.data as JobPayload<K> });
  };

  const runRow = async (id: number): Promise<void> => {
    const row = await outbox.open(id);
    // `row` is null when the row is done, is a dead letter, or was deleted with its user.
    if (!row) return;
    const about = { outboxId: id, kind: row.kind, attempt: row.attempts };
    if (!isJobKind(row.kind)) {
      log.warn(about, 'unknown kind of job: completed without a handler');
      return outbox.finish([id]);
    }
    try {
      const { kind } = row;
      await inSpan(`job ${kind}`, { 'job.outbox_id': id, 'job.attempt': row.attempts }, () =>
        handle(kind, row),
      );
    } catch (error) {
      const reason = describeError(error);
      if (error instanceof PermanentFailure || row.attempts >= MAX_ATTEMPTS) {
        log.error({ ...about, reason }, 'job became a dead letter (pnpm jobs dead)');
        return outbox.bury(id, reason);
      }
      log.warn({ ...about, reason }, 'job failed and will be retried');
      await outbox.noteError(id, reason);
      // Throw a new error: the queue stores its message, and the original message may contain addresses.
      throw new Error(reason);
    }
    await outbox.finish([id]);
    log.info(about, 'job done');
  };

  const runSchedule = createScheduleRunner(schedules, log);
  return (ticket: Ticket, signal: AbortSignal): Promise<void> =>
    'outboxId' in ticket ? runRow(ticket.outboxId) : runSchedule(ticket.schedule, signal);
}
