import { z } from 'zod';
import { Id } from '#src/core/payloads.ts';
import { defineMail } from '#src/mail/mail.ts';
import { link, type Message, name, note, paragraph, toSubjectName } from '#src/mail/message.ts';
import { UNBROKEN } from '#src/mail/sample-values.ts';

interface Facts {
  displayName: string;
  email: string;
  userId: number;
  content: string;
}

const toMessage = (facts: Facts): Message => ({
  subject: `Feedback from ${toSubjectName(facts.displayName)}`,
  preview: facts.content.slice(0, 120),
  heading: 'Feedback',
  blocks: [
    paragraph`From ${name(facts.displayName)} (user ${String(facts.userId)}), ${link(facts.email, `mailto:${facts.email}`)}:`,
    { kind: 'quote', text: facts.content },
    note`A reply to this email goes to the user.`,
  ],
  because: 'this is the support address of Marquee',
});

/** Sends feedback from the settings to the support address. */
export const supportFeedback = defineMail({
  owner: 'user',
  payload: z.object({ feedbackId: Id }),
  async write({ payload }, { facts, links }) {
    const feedback = await facts.findFeedback(payload.feedbackId);
    if (!feedback) return null;
    const { user, content } = feedback;
    return {
      to: links.support,
      replyTo: user.email,
      message: toMessage({ ...user, userId: user.id, content }),
    };
  },
  samples: () => ({
    'support-feedback': toMessage({
      displayName: 'Ada42',
      email: 'ada@marquee.example',
      userId: 42,
      content: `I like the rate tab.\n\nBut:\n  1. <b>it is short</b>\n  2. ${UNBROKEN}`,
    }),
  }),
});
