import type { Message } from './message.ts';
import { paragraph } from './message.ts';

export function deletionDoneEmail(): Message {
  return {
    subject: 'Your account has been deleted',
    preview: 'Everything about you has been erased.',
    heading: 'Your account is gone',
    blocks: [
      paragraph`Your ratings, your lists and everything else about you have been erased, and nothing will be charged any more.`,
      paragraph`This is our last mail. With it we have forgotten this address, too.`,
      paragraph`Thank you for watching with us.`,
    ],
    because: 'you deleted your Marquee account',
  };
}
