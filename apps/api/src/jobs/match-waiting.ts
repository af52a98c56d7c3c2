import type { FastifyBaseLogger } from 'fastify';
import type { ImportWork } from '#src/modules/imports/import-work.ts';
import type { WishesService } from '#src/modules/wishes/wishes.service.ts';
import type { Handler } from './handler.ts';
import type { OutboxRepository } from './outbox.repository.ts';

/** Maximum duration of a job in milliseconds. The next job continues with the next user. */
const JOB_MS = 5_000;
const USERS = 100;
/** Delay, in milliseconds, of the job that looks again at users whose import is running. */
const BUSY_MS = 5 * 60_000;

interface Dependencies {
  outbox: OutboxRepository;
  importWork: Pick<ImportWork, 'listWaitingUsers' | 'matchLate'>;
  wishes: Pick<WishesService, 'matchAll'>;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/** Creates the handler that looks for wishes and for titles of imports after a change of the catalogue. */
export function createMatchWaitingHandler({
  outbox,
  importWork,
  wishes,
  log,
}: Dependencies): Handler<'match_waiting'> {
  /** Looks again at one user, whose failure must not end the search for all others. */
  async function matchLate(userId: number, signal: AbortSignal): Promise<boolean> {
    try {
      return await importWork.matchLate(userId);
    } catch (err) {
      signal.throwIfAborted();
      log.error({ err, userId }, 'the waiting titles of a user could not be matched');
      return true;
    }
  }

  return async ({ payload }, signal) => {
    const until = Date.now() + JOB_MS;
    if (payload.after === 0) await wishes.matchAll(signal);
    for (let { after } = payload; ; ) {
      const users = await importWork.listWaitingUsers(after, USERS);
      if (users.length === 0) return;
      for (const userId of users) {
        signal.throwIfAborted();
        if (!(await matchLate(userId, signal)))
          await outbox.add({
            kind: 'match_waiting',
            payload: {},
            dedupeKey: 'match_waiting',
            availableAt: new Date(Date.now() + BUSY_MS),
          });
        after = userId;
        if (Date.now() >= until) return outbox.add({ kind: 'match_waiting', payload: { after } });
      }
    }
  };
}
