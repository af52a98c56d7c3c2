import { type Links, link, type Message, name, paragraph, toSubjectName } from '#src/mail/message.ts';

interface Facts {
  listName: string;
  /** Null when the owner deleted their account. */
  ownerName: string | null;
}

export function listDeletedEmail(facts: Facts, links: Links): Message {
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
