import { EXPORT_LINK_HOURS } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { Nothing } from '#src/core/payloads.ts';
import { defineTransactionalMailToUser } from '#src/mail/mail.ts';
import { button, type Links, type Message, note, paragraph } from '#src/mail/message.ts';
import { SAMPLE_LINKS, SAMPLE_TOKEN } from '#src/mail/sample-values.ts';
import { writeExportCode } from '#src/modules/export/export-code.ts';

function toMessage({ code }: { code: string }, links: Links): Message {
  return {
    subject: 'Your monthly export is ready',
    preview: `The link asks for your password, and ends after ${EXPORT_LINK_HOURS} hours.`,
    heading: 'Your data, to keep',
    blocks: [
      paragraph`Everything that Marquee has stored about you, as one file. Another Marquee reads it back whole.`,
      button('Download your data', `${links.web}${paths.settings}?export=${encodeURIComponent(code)}`),
      note`The link asks for your password, and ends after ${String(EXPORT_LINK_HOURS)} hours. You can download the file in the settings at any time.`,
      note`If you no longer want this email, switch the monthly export off in the settings.`,
    ],
    because: 'you switched the monthly export on',
  };
}

/** Sent once a month to a user who switched it on. The file is made when the link is opened, so no mail has it. */
export const monthlyExport = defineTransactionalMailToUser({
  payload: Nothing,
  write(user, { createdAt }, { secrets, links }) {
    if (!user.monthlyExport || user.disabledAt) return null;
    return toMessage({ code: writeExportCode(secrets, user.id, createdAt) }, links);
  },
  samples: () => ({ 'monthly-export': toMessage({ code: SAMPLE_TOKEN }, SAMPLE_LINKS) }),
});
