import * as paths from '@marquee/contracts/paths';
import { Nothing } from '#src/core/payloads.ts';
import { formatMoment } from '#src/mail/format.ts';
import { defineTransactionalMailToUser } from '#src/mail/mail.ts';
import { button, type Links, link, type Message, note, paragraph } from '#src/mail/message.ts';
import { SAMPLE_LINKS, SAMPLE_MOMENT } from '#src/mail/sample-values.ts';

function toMessage(facts: { at: Date; timeZone: string | null }, links: Links): Message {
  return {
    subject: 'Your password was changed',
    preview: 'If you did not change it, reset your password now.',
    heading: 'Your password was changed',
    blocks: [
      paragraph`Your password was changed on ${formatMoment(facts.at, facts.timeZone)}. All your devices were logged out.`,
      paragraph`If you changed it, you need not do anything. If you did not, reset your password now:`,
      button('Reset password', `${links.web}${paths.forgotPassword}`),
      note`Then tell us at ${link(links.support, `mailto:${links.support}`)}.`,
    ],
    because: 'it concerns the security of your account',
  };
}

export const passwordChanged = defineTransactionalMailToUser({
  payload: Nothing,
  write: ({ timeZone }, { createdAt }, { links }) => toMessage({ at: createdAt, timeZone }, links),
  samples: () => ({
    'password-changed': toMessage({ at: SAMPLE_MOMENT, timeZone: 'Europe/Berlin' }, SAMPLE_LINKS),
  }),
});
