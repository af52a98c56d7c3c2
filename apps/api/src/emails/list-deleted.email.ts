import { type Links, link, type Message, name, paragraph, toSubjectName } from './message.ts';

interface Facts {
  listName: string;
  /** Null when the owner is gone. */
  ownerName: string | null;
}

export function listDeletedEmail(facts: Facts, links: Links): Message {
  const list = name(facts.listName);
  return {
    subject: `The list “${toSubjectName(facts.listName)}” was deleted`,
    preview: 'It is no longer among your lists.',
    heading: 'A shared list was deleted',
    blocks: [
      facts.ownerName === null
        ? paragraph`The list ${list}, which was shared with you, was deleted by its owner. It is no longer among ${link('your lists', `${links.web}/my_lists`)}.`
        : paragraph`${name(facts.ownerName)} deleted the list ${list}, which was shared with you. It is no longer among ${link('your lists', `${links.web}/my_lists`)}.`,
      paragraph`Your own ratings of its titles stay as they are.`,
    ],
    because: 'this list was shared with you',
  };
}
