import { z } from 'zod';
import { Id } from '#src/core/payloads.ts';
import { defineOptionalMailToUser } from '#src/mail/mail.ts';
import { type Links, link, type Message, name, paragraph, toSubjectName } from '#src/mail/message.ts';
import { SAMPLE_LINKS } from '#src/mail/sample-values.ts';

interface Facts {
  listName: string;
  /** Null when the owner deleted their account. */
  ownerName: string | null;
}

function toMessage(facts: Facts, links: Links): Message {
  const list = name(facts.listName);
  return {
    subject: `The list “${toSubjectName(facts.listName)}” was deleted`,
    preview: 'You can no longer open it.',
    heading: 'A shared list was deleted',
    blocks: [
      facts.ownerName === null
        ? paragraph`The list ${list}, which was shared with you, was deleted by its owner. You can no longer open it. Your other lists are in ${link('My Lists', `${links.web}/my_lists`)}.`
        : paragraph`${name(facts.ownerName)} deleted the list ${list}, which was shared with you. You can no longer open it. Your other lists are in ${link('My Lists', `${links.web}/my_lists`)}.`,
      paragraph`Your ratings of its titles do not change.`,
    ],
    because: 'this list was shared with you',
  };
}

/** Sent to each former list member. */
export const listDeleted = defineOptionalMailToUser({
  optional: { preferences: ['deleted_list'], name: 'emails about deleted shared lists' },
  /** The list is deleted, so the payload contains its name. */
  payload: z.object({ listName: z.string(), ownerId: Id.nullable() }),
  async write(_user, { payload: { listName, ownerId } }, { facts, links }) {
    const owner = ownerId === null ? null : await facts.findUser(ownerId);
    return toMessage({ listName, ownerName: owner?.displayName ?? null }, links);
  },
  samples: () => ({
    'list-deleted': toMessage({ listName: 'Rainy Sundays', ownerName: 'Ada42' }, SAMPLE_LINKS),
  }),
});
