import { z } from 'zod';
import { defineMail } from '#src/mail/mail.ts';
import { type Message, paragraph } from '#src/mail/message.ts';

function toMessage(): Message {
  return {
    subject: 'Your account has been deleted',
    preview: 'All your data has been deleted.',
    heading: 'Your account has been deleted',
    blocks: [
      paragraph`Your ratings, lists and all other data have been deleted. You will not be charged again.`,
      paragraph`This is our last email to you. We delete this address, too.`,
      paragraph`Thank you for using Marquee.`,
    ],
    because: 'you deleted your Marquee account',
  };
}

export const deletionDone = defineMail({
  owner: 'none',
  /** The account is deleted, so the payload holds the address until the mail is sent, at most seven days. */
  payload: z.object({ email: z.string() }),
  write: async ({ payload }) => ({ to: payload.email, message: toMessage() }),
  samples: () => ({ 'deletion-done': toMessage() }),
});
