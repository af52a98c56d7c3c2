import { count, formatDay } from '#src/mail/format.ts';
import {
  button,
  type Links,
  link,
  type Message,
  name,
  note,
  paragraph,
  toSubjectName,
} from '#src/mail/message.ts';

interface Facts {
  inviterName: string;
  listName: string;
  titleCount: number;
  code: string;
  expiresAt: Date | null;
  /** The invited address when it has no account; otherwise null. */
  newAddress: string | null;
}

export function invitationEmail(facts: Facts, links: Links): Message {
  const inviter = name(facts.inviterName);
  const list = name(facts.listName);
  const size = count(facts.titleCount, 'title');
  const until = facts.expiresAt ? [note`The invitation is open until ${formatDay(facts.expiresAt)}.`] : [];
  return {
    // Without an account, nothing that the inviter wrote stands in the subject, so that it cannot carry their own message.
    subject:
      facts.newAddress === null
        ? `${toSubjectName(facts.inviterName)} shares the list “${toSubjectName(facts.listName)}” with you`
        : 'Someone shares a list with you on Marquee',
    preview: `The list has ${size}. Accept the invitation to add it to your lists.`,
    heading: facts.listName,
    blocks: [
      paragraph`${inviter} shares the list ${list} with you. It has ${size}.`,
      ...(facts.newAddress === null
        ? []
        : [
            paragraph`Marquee recommends movies and series and shows which of your streaming services have them. To see the list, sign up with the address ${facts.newAddress}.`,
          ]),
      button('Accept the invitation', `${links.web}/accept_list/${facts.code}`),
      note`If you do not want to join, ${link('reject the invitation', `${links.web}/reject_list/${facts.code}`)} or ignore this email.`,
      ...until,
    ],
    because: `${toSubjectName(facts.inviterName)} invited this address to a list on Marquee`,
  };
}
