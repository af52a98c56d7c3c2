import { formatDay } from '#src/mail/format.ts';
import { button, type Links, type Message, name, note, paragraph, strong } from '#src/mail/message.ts';
import { confirmationLink } from '#src/mail/messages/confirm-email.email.ts';

export function welcomeEmail(
  facts: { displayName: string; trialEndsAt: Date | null; confirmationCode: string | null },
  links: Links,
): Message {
  return {
    subject: 'Welcome to Marquee',
    preview: 'Rate a few titles to get your first recommendations.',
    heading: 'Welcome to Marquee',
    blocks: [
      paragraph`Hello ${name(facts.displayName)}, your account is ready.`,
      paragraph`Rate a few titles that you know. Every rating improves your recommendations, and each title shows which of your streaming services have it.`,
      button('Rate your first titles', `${links.web}/rating`),
      ...(facts.confirmationCode === null
        ? []
        : [
            paragraph`Please confirm that this address is yours. Lists that friends share with you wait for it.`,
            button('Confirm this address', confirmationLink(facts.confirmationCode, links)),
          ]),
      ...(facts.trialEndsAt
        ? [
            note`Your trial ends on ${strong(formatDay(facts.trialEndsAt))}. You need no card, and we will remind you before it ends.`,
          ]
        : []),
    ],
    because: 'you signed up with this address',
  };
}
