import type { WithTransaction } from '#src/data/database.ts';
import type { MailFactsRepository } from '#src/mail/mail-facts.repository.ts';
import { definitions, type JobPayload, type NewMessage } from './definitions.ts';
import type { Handler } from './handler.ts';
import type { OutboxRepository } from './outbox.repository.ts';
import type { OutboxWorkRepository } from './outbox-work.repository.ts';

export interface Edit {
  byUserId: number;
  added: number[];
  removed: number[];
}

type Changes = Pick<JobPayload<'list_changed'>, 'added' | 'removed'>;

/**
 * Merges edits. Leaves out a title that was added and then removed, or removed and then added.
 * @param edits the oldest edit first.
 * @returns each title with its last editor.
 */
export function mergeEdits(edits: readonly Edit[]): Changes {
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

/** Returns the changes by all users except the recipient. Null when only the recipient changed the list. */
export function changesFor(recipientId: number, changes: Changes): Changes | null {
  const added = changes.added.filter((change) => change.byUserId !== recipientId);
  const removed = changes.removed.filter((change) => change.byUserId !== recipientId);
  return added.length + removed.length > 0 ? { added, removed } : null;
}

interface Repos {
  mailFacts: Pick<MailFactsRepository, 'findList'>;
  outbox: Pick<OutboxRepository, 'add'>;
  outboxWork: Pick<OutboxWorkRepository, 'takeEdits' | 'finish'>;
}

/**
 * Gathers all waiting edits of the list into one outbox row per recipient. The same transaction marks the
 * edits as done, so a repeated job finds no edit. Preferences are checked when the mail is written.
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
      const recipients = list ? [list.ownerId, ...list.shares.map(({ userId }) => userId)] : [];
      const changes = mergeEdits(edits);
      const messages = recipients.flatMap((userId): NewMessage[] => {
        const changed = userId === null ? null : changesFor(userId, changes);
        return userId !== null && changed
          ? [{ kind: 'list_changed', userId, payload: { listId, ...changed } }]
          : [];
      });
      await tx.outbox.add(...messages);
      await tx.outboxWork.finish(rows.map((row) => row.id));
    });
