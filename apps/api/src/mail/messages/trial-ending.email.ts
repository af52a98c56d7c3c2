import * as paths from '@marquee/contracts/paths';
import { Nothing } from '#src/core/payloads.ts';
import { formatDayOf } from '#src/mail/format.ts';
import { defineTransactionalMailToUser } from '#src/mail/mail.ts';
import { button, type Links, type Message, note, paragraph, strong } from '#src/mail/message.ts';
import { SAMPLE_LINKS, SAMPLE_MOMENT } from '#src/mail/sample-values.ts';

function toMessage(facts: { trialEndsAt: Date; timeZone: string | null }, links: Links): Message {
  const day = formatDayOf(facts.trialEndsAt, facts.timeZone);
  return {
    subject: `Your trial ends on ${day}`,
    preview: 'Choose a plan to keep using Marquee. You will not be charged automatically.',
    heading: 'Your trial ends soon',
    blocks: [
      paragraph`Your trial ends on ${strong(day)}. Choose a plan to continue without a break. Your ratings and lists stay, and you keep the rest of your trial.`,
      button('See the plans', `${links.web}${paths.plans}`),
      note`We have no card from you, so you will not be charged. Without a plan your account stays, and you can choose a plan later or delete it.`,
    ],
    because: 'your trial ends within three days',
  };
}

export const trialEnding = defineTransactionalMailToUser({
  payload: Nothing,
  write(user, _job, { subscribedUntil, links }) {
    const { trialEndsAt, timeZone } = user;
    if (!trialEndsAt || trialEndsAt <= new Date() || user.disabledAt) return null;
    return subscribedUntil(user) > trialEndsAt.getTime() ? null : toMessage({ trialEndsAt, timeZone }, links);
  },
  samples: () => ({
    'trial-ending': toMessage({ trialEndsAt: SAMPLE_MOMENT, timeZone: null }, SAMPLE_LINKS),
  }),
});
