import { button, type Links, type Message, name, paragraph, toSubjectName } from '#src/mail/message.ts';

interface Facts {
  memberName: string;
  listName: string;
  listId: number;
}

export function invitationAcceptedEmail(facts: Facts, links: Links): Message {
  return {
    subject: `${toSubjectName(facts.memberName)} joined your list “${toSubjectName(facts.listName)}”`,
    preview: 'Your invitation was accepted.',
    heading: 'Your invitation was accepted',
    blocks: [
      paragraph`${name(facts.memberName)} joined the list ${name(facts.listName)}.`,
      button('Open the list', `${links.web}/my_lists/${facts.listId}`),
    ],
    because: 'you shared this list',
  };
}
