import type { FastifyBaseLogger } from 'fastify';
import { withoutAddresses } from '#src/log-error.ts';
import type { OpenedRow, OutboxWorkRepository } from '#src/modules/notifications/outbox-work.repository.ts';
import { definitions, isJobKind, type JobKind, type JobPayload } from './definitions.ts';
import { checkHandlers, type Handlers, PermanentFailure } from './handler.ts';
import type { Ticket } from './queue.ts';

/** With the queue's back-off (2 s doubling to half an hour) this is a little more than a day. */
export const MAX_ATTEMPTS = 60;

const ERROR_MAX = 300;

/** What may be kept of an error: no address, no text of a message, one line. */
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

/** Runs a schedule by its name, and leaves a trace of its failure: the queue forgets it, and it has no row. */
export function createScheduleRunner(schedules: Schedules, log: FastifyBaseLogger) {
  return async (name: string, signal: AbortSignal): Promise<void> => {
    const run = schedules[name];
    if (!run) return log.warn({ schedule: name }, 'unknown schedule: nothing done');
    try {
      await run(signal);
    } catch (error) {
      const about = { schedule: name, reason: describeError(error) };
      if (signal.aborted) log.info(about, 'schedule cut short: this process is closing');
      else log.error(about, 'schedule failed: it runs again at its next time');
      throw error;
    }
  };
}

/** Does what a ticket of the queue asks for. Throwing asks the queue for another attempt. */
export function createJobRunner({ outbox, handlers, schedules, log }: Dependencies) {
  checkHandlers(handlers);

  const handle = async <K extends JobKind>(kind: K, { id, userId, payload, createdAt }: OpenedRow) => {
    const parsed = definitions[kind].payload.safeParse(payload);
    // The issues would quote the payload, so only their places are told.
    if (!parsed.success) {
      const places = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
      throw new PermanentFailure(`The payload does not fit its kind at: ${places}`);
    }
    await handlers[kind]({ id, kind, userId, createdAt, payload: parsed.data as JobPayload<K> });
  };

  const runRow = async (id: number): Promise<void> => {
    const row = await outbox.open(id);
    // Done before, given up, or gone with the person it was about.
    if (!row) return;
    const about = { outboxId: id, kind: row.kind, attempt: row.attempts };
    if (!isJobKind(row.kind)) {
      log.warn(about, 'unknown kind of job: completed without doing anything');
      return outbox.finish([id]);
    }
    try {
      await handle(row.kind, row);
    } catch (error) {
      const reason = describeError(error);
      if (error instanceof PermanentFailure || row.attempts >= MAX_ATTEMPTS) {
        log.error({ ...about, reason }, 'job given up: it waits among the dead letters (pnpm jobs dead)');
        return outbox.bury(id, reason);
      }
      log.warn({ ...about, reason }, 'job failed: it will be tried again');
      await outbox.noteError(id, reason);
      // A new error: the original may quote addresses, and the queue keeps what it is told.
      throw new Error(reason);
    }
    await outbox.finish([id]);
    log.info(about, 'job done');
  };

  const runSchedule = createScheduleRunner(schedules, log);
  return (ticket: Ticket, signal: AbortSignal): Promise<void> =>
    'outboxId' in ticket ? runRow(ticket.outboxId) : runSchedule(ticket.schedule, signal);
}
