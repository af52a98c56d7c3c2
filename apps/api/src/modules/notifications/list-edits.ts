import type { WithTransaction } from '#src/database.ts';
import { definitions, type JobPayload, type NewMessage } from '#src/jobs/definitions.ts';
import type { Handler } from '#src/jobs/handler.ts';
import type { MailFactsRepository } from './mail-facts.repository.ts';
import type { OutboxRepository } from './outbox.repository.ts';
import type { OutboxWorkRepository } from './outbox-work.repository.ts';

export interface Edit {
  byUserId: number;
  added: number[];
  removed: number[];
}

type Changes = Pick<JobPayload<'list_changed'>, 'added' | 'removed'>;

/**
 * What many edits come to, oldest first: a title that was added and removed again (or the other way round) is no
 * news. Whoever touched a title last is named.
 */
export function sumUp(edits: readonly Edit[]): Changes {
  const seen = new Map<number, { first: 'added' | 'removed'; last: 'added' | 'removed'; byUserId: number }>();
  for (const { byUserId, ...edit } of edits) {
    for (const verb of ['removed', 'added'] as const) {
      for (const mediumId of edit[verb])
        seen.set(mediumId, { first: seen.get(mediumId)?.first ?? verb, last: verb, byUserId });
    }
  }
  const pick = (verb: 'added' | 'removed') =>
    [...seen]
      .filter(([, change]) => change.first === verb && change.last === verb)
      .map(([mediumId, { byUserId }]) => ({ mediumId, byUserId }));
  return { added: pick('added'), removed: pick('removed') };
}

/** What is news to one reader: everything but their own doing. Null when nothing is. */
export function newsFor(readerId: number, changes: Changes): Changes | null {
  const added = changes.added.filter((change) => change.byUserId !== readerId);
  const removed = changes.removed.filter((change) => change.byUserId !== readerId);
  return added.length + removed.length > 0 ? { added, removed } : null;
}

interface Repos {
  mailFacts: Pick<MailFactsRepository, 'findList'>;
  outbox: Pick<OutboxRepository, 'add'>;
  outboxWork: Pick<OutboxWorkRepository, 'takeEdits' | 'finish'>;
}

/**
 * Gathers all edits of the list since the first one became due into one message per reader, in one transaction
 * with marking the edits done: a repeat finds nothing left.
 */
export const createListEditsHandler =
  (withTransaction: WithTransaction<Repos>): Handler<'list_edited'> =>
  ({ payload: { listId } }) =>
    withTransaction(async (tx) => {
      const rows = await tx.outboxWork.takeEdits(listId);
      const edits = rows.flatMap(({ userId, payload }) => {
        const edit = definitions.list_edited.payload.safeParse(payload);
        return edit.success && userId !== null ? [{ byUserId: userId, ...edit.data }] : [];
      });
      const list = await tx.mailFacts.findList(listId);
      const readers = list ? [list.ownerId, ...list.shares.map(({ userId }) => userId)] : [];
      const changes = sumUp(edits);
      const messages = readers.flatMap((userId): NewMessage[] => {
        const news = userId === null ? null : newsFor(userId, changes);
        return userId !== null && news
          ? [{ kind: 'list_changed', userId, payload: { listId, ...news } }]
          : [];
      });
      await tx.outbox.add(...messages);
      await tx.outboxWork.finish(rows.map((row) => row.id));
    });
