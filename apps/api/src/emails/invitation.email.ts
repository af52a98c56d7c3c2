import { count, formatDay } from './format.ts';
import { button, type Links, link, type Message, name, note, paragraph, toSubjectName } from './message.ts';

interface Facts {
  inviterName: string;
  listName: string;
  titleCount: number;
  code: string;
  expiresAt: Date | null;
  /** Null when the invited address has no account yet: the address it is for. */
  newAddress: string | null;
}

export function invitationEmail(facts: Facts, links: Links): Message {
  const inviter = name(facts.inviterName);
  const list = name(facts.listName);
  const size = count(facts.titleCount, 'title');
  const until = facts.expiresAt ? [note`The invitation is open until ${formatDay(facts.expiresAt)}.`] : [];
  return {
    subject: `${toSubjectName(facts.inviterName)} shares the list “${toSubjectName(facts.listName)}” with you`,
    preview: `${size} so far. Accept, and it is among your lists.`,
    heading: facts.listName,
    blocks: [
      paragraph`${inviter} shares the list ${list} with you. It holds ${size} so far.`,
      ...(facts.newAddress === null
        ? []
        : [
            paragraph`Marquee recommends films and series and shows on which of your streaming services each one plays. You have no account yet: make one with the address ${facts.newAddress}, and the list is waiting for you.`,
          ]),
      button('Accept the invitation', `${links.web}/accept_list/${facts.code}`),
      note`You would rather not? ${link('Decline it', `${links.web}/reject_list/${facts.code}`)}, or just leave this mail be.`,
      ...until,
    ],
    because: `${toSubjectName(facts.inviterName)} invited this address to a list on Marquee`,
  };
}
