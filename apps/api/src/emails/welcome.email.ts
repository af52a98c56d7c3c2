import { formatDay } from './format.ts';
import { button, type Links, type Message, name, note, paragraph, strong } from './message.ts';

export function welcomeEmail(
  facts: { displayName: string; trialEndsAt: Date | null },
  links: Links,
): Message {
  return {
    subject: 'Welcome to Marquee',
    preview: 'Rate a few titles you know, and the programme becomes yours.',
    heading: 'The house lights are going down',
    blocks: [
      paragraph`Hello ${name(facts.displayName)}, your account is ready.`,
      paragraph`Rate a few titles you already know. Every rating turns the next page of your programme, and each title says on which of your services it plays.`,
      button('Rate your first titles', `${links.web}/rating`),
      ...(facts.trialEndsAt
        ? [
            note`Your trial runs until ${strong(formatDay(facts.trialEndsAt))}. It needs no card, and we will remind you before it ends.`,
          ]
        : []),
    ],
    because: 'you made an account with this address',
  };
}
