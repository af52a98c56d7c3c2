import { formatDay } from './format.ts';
import { button, type Links, type Message, note, paragraph, strong } from './message.ts';

export function trialEndingEmail(facts: { trialEndsAt: Date }, links: Links): Message {
  const day = formatDay(facts.trialEndsAt);
  return {
    subject: `Your trial ends on ${day}`,
    preview: 'Choose a plan to keep your programme. Nothing is charged by itself.',
    heading: 'Your trial is coming to its end',
    blocks: [
      paragraph`It runs until ${strong(day)}. Choose a plan to go on without a break: your ratings and lists stay, and days that are left are not lost.`,
      button('See the plans', `${links.web}/plans`),
      note`You have given no card, so nothing is charged by itself. Without a plan your account rests, and you can come back to it or delete it at any time.`,
    ],
    because: 'your trial ends within three days',
  };
}
