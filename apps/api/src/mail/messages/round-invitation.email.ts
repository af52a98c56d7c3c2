import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { z } from 'zod';
import { Id } from '#src/core/payloads.ts';
import { defineOptionalMailToUser } from '#src/mail/mail.ts';
import { button, type Links, type Message, name, note, paragraph, toSubjectName } from '#src/mail/message.ts';
import { HOSTILE, SAMPLE_LINKS } from '#src/mail/sample-values.ts';

interface Facts {
  hostName: string;
  code: string;
}

function toMessage({ hostName, code }: Facts, links: Links): Message {
  return {
    subject: `${toSubjectName(hostName)} invites you to choose a title together`,
    preview: 'Join the round on your phone. It ends within twelve hours.',
    heading: 'Choose a title together',
    blocks: [
      paragraph`${name(hostName)} started a round to choose what to watch, and invites you to join.`,
      paragraph`If you join, your taste counts. The others see your name, and never your ratings.`,
      button('Open the round', links.web + screenAddress(paths.round, { code })),
      note`The round ends twelve hours after it started. If you do not want to join, ignore this email.`,
    ],
    because: `${toSubjectName(hostName)}, with whom you share a list, invited you to a round`,
  };
}

/** Sent to a companion whom the host of a round invited. */
export const roundInvitation = defineOptionalMailToUser({
  optional: { preferences: ['shared_list'], name: 'emails with invitations to shared lists and rounds' },
  payload: z.object({ roundId: Id }),
  async write(user, { payload: { roundId } }, { facts, links }) {
    const round = await facts.findRoundInvitation(roundId, user.id);
    return round && toMessage(round, links);
  },
  samples: () => ({
    'round-invitation': toMessage({ hostName: 'Ada42', code: '2abcdefgh3jkm' }, SAMPLE_LINKS),
    'round-invitation-hostile': toMessage({ hostName: HOSTILE, code: '2abcdefgh3jkm' }, SAMPLE_LINKS),
  }),
});
