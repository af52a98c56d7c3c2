import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { z } from 'zod';
import { Id } from '#src/core/payloads.ts';
import { defineOptionalMailToUser } from '#src/mail/mail.ts';
import { button, type Links, type Message, name, paragraph, toSubjectName } from '#src/mail/message.ts';
import { SAMPLE_LINKS } from '#src/mail/sample-values.ts';

interface Facts {
  memberName: string;
  listName: string;
  listId: number;
}

function toMessage(facts: Facts, links: Links): Message {
  return {
    subject: `${toSubjectName(facts.memberName)} joined your list “${toSubjectName(facts.listName)}”`,
    preview: 'Your invitation was accepted.',
    heading: 'Your invitation was accepted',
    blocks: [
      paragraph`${name(facts.memberName)} joined the list ${name(facts.listName)}.`,
      button('Open the list', links.web + screenAddress(paths.list, { listId: facts.listId })),
    ],
    because: 'you shared this list',
  };
}

/** Sent to the inviter. Without an inviter, sent to the owner of the list. */
export const invitationAccepted = defineOptionalMailToUser({
  optional: { preferences: ['accepted_list'], name: 'emails about accepted invitations' },
  payload: z.object({ shareId: Id }),
  async write(_user, { payload }, { facts, links }) {
    const share = await facts.findShare(payload.shareId);
    if (!share?.user || share.state !== 'accepted') return null;
    const { id: listId, name: listName } = share.list;
    return toMessage({ memberName: share.user.displayName, listName, listId }, links);
  },
  samples: () => ({
    'invitation-accepted': toMessage(
      { memberName: 'Bob7', listName: 'Rainy Sundays', listId: 3 },
      SAMPLE_LINKS,
    ),
  }),
});
