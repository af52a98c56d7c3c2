import type { Message } from '#src/mail/message.ts';
import { paragraph } from '#src/mail/message.ts';

export function deletionDoneEmail(): Message {
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
