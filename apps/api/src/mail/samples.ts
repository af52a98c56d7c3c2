import { confirmEmailEmail } from '#src/mail/messages/confirm-email.email.ts';
import { deletionCodeEmail } from '#src/mail/messages/deletion-code.email.ts';
import { deletionDoneEmail } from '#src/mail/messages/deletion-done.email.ts';
import { emailChangedEmail } from '#src/mail/messages/email-changed.email.ts';
import { invitationEmail } from '#src/mail/messages/invitation.email.ts';
import { invitationAcceptedEmail } from '#src/mail/messages/invitation-accepted.email.ts';
import { listChangedEmail } from '#src/mail/messages/list-changed.email.ts';
import { listDeletedEmail } from '#src/mail/messages/list-deleted.email.ts';
import { passwordChangedEmail } from '#src/mail/messages/password-changed.email.ts';
import { passwordResetEmail } from '#src/mail/messages/password-reset.email.ts';
import { rateWatchedEmail } from '#src/mail/messages/rate-watched.email.ts';
import { supportContactEmail, supportFeedbackEmail } from '#src/mail/messages/support.email.ts';
import { trialEndingEmail } from '#src/mail/messages/trial-ending.email.ts';
import { welcomeEmail } from '#src/mail/messages/welcome.email.ts';
import type { Links, Message } from './message.ts';

export const SAMPLE_LINKS: Links = { web: 'http://127.0.0.1:3000', support: 'support@marquee.example' };

const HOSTILE = `<script>alert(1)</script>"><img src=x onerror=alert(2)> www.evil.example\r\nBcc: all@evil.example \u202egnp.exe`;
const LONG =
  'Night of the Day of the Dawn of the Son of the Bride of the Return of the Revenge of the Terror of the Attack of the Evil, Mutant, Alien, Flesh Eating, Hellbound, Zombified Living Dead Part 2';
const UNBROKEN = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2);

const at = new Date('2026-11-21T15:30:00Z');
const TITLES = [
  { id: 7, title: 'The Third Man', detail: '1949 · Movie' },
  { id: 8, title: LONG, detail: '1991 · Movie' },
  { id: 9, title: '千と千尋の神隠し', detail: '2001 · Movie' },
  { id: 10, title: 'Borgen', detail: '2010 · Series' },
];
const many = Array.from({ length: 12 }, (_, index) => ({
  id: index + 1,
  title: `Title number ${index + 1}`,
  detail: 'Series',
}));
const token = 'kH3vX0b7mZq2tYw9cR5sN8dLfJ4gA6uE1iOpQzWxV_k';
const code = '4f1c9a3e-1d2b-4c3d-9e8f-0a1b2c3d4e5f';

interface Sample {
  message: Message;
  unsubscribe: boolean;
}

const plain = (message: Message): Sample => ({ message, unsubscribe: false });
const optional = (message: Message): Sample => ({ message, unsubscribe: true });

/** Sample values for every message, some of them hostile; for previews and tests. */
export const samples: Record<string, Sample> = {
  welcome: plain(
    welcomeEmail({ displayName: 'Ada42', trialEndsAt: at, confirmationCode: token }, SAMPLE_LINKS),
  ),
  'welcome-no-trial': plain(
    welcomeEmail({ displayName: 'Ada42', trialEndsAt: null, confirmationCode: null }, SAMPLE_LINKS),
  ),
  'password-reset': plain(passwordResetEmail({ token }, SAMPLE_LINKS)),
  'password-changed': plain(passwordChangedEmail({ at }, SAMPLE_LINKS)),
  'confirm-email': plain(confirmEmailEmail({ displayName: 'Ada42', code: token }, SAMPLE_LINKS)),
  'email-changed': plain(emailChangedEmail({ displayName: 'Ada42', at, code: token }, SAMPLE_LINKS)),
  'deletion-code': plain(deletionCodeEmail({ code: token, email: 'ada+film@marquee.example' }, SAMPLE_LINKS)),
  'deletion-done': plain(deletionDoneEmail()),
  'invitation-member': optional(
    invitationEmail(
      {
        inviterName: 'Ada42',
        listName: 'Rainy Sundays',
        titleCount: 12,
        code,
        expiresAt: at,
        newAddress: null,
      },
      SAMPLE_LINKS,
    ),
  ),
  'invitation-new': optional(
    invitationEmail(
      {
        inviterName: 'Ada42',
        listName: 'Rainy Sundays',
        titleCount: 1,
        code,
        expiresAt: at,
        newAddress: 'bob@marquee.example',
      },
      SAMPLE_LINKS,
    ),
  ),
  'invitation-hostile': optional(
    invitationEmail(
      {
        inviterName: HOSTILE,
        listName: `${HOSTILE} ${UNBROKEN}`,
        titleCount: 0,
        code,
        expiresAt: null,
        newAddress: `${'long'.repeat(20)}@marquee.example`,
      },
      SAMPLE_LINKS,
    ),
  ),
  'invitation-accepted': optional(
    invitationAcceptedEmail({ memberName: 'Bob7', listName: 'Rainy Sundays', listId: 3 }, SAMPLE_LINKS),
  ),
  'list-changed': optional(
    listChangedEmail(
      {
        listId: 3,
        listName: 'Rainy Sundays',
        editors: ['Ada42', 'Bob7', 'Cem'],
        added: { titles: TITLES, total: 4 },
        removed: { titles: TITLES.slice(0, 1), total: 1 },
      },
      SAMPLE_LINKS,
    ),
  ),
  'list-changed-many': optional(
    listChangedEmail(
      {
        listId: 3,
        listName: UNBROKEN.slice(0, 100),
        editors: ['Ada42'],
        added: { titles: many, total: 480 },
        removed: { titles: [], total: 0 },
      },
      SAMPLE_LINKS,
    ),
  ),
  'list-deleted': optional(listDeletedEmail({ listName: 'Rainy Sundays', ownerName: 'Ada42' }, SAMPLE_LINKS)),
  'rate-watched': optional(rateWatchedEmail({ titles: TITLES.slice(0, 1) }, SAMPLE_LINKS)),
  'rate-watched-several': optional(rateWatchedEmail({ titles: TITLES }, SAMPLE_LINKS)),
  'trial-ending': plain(trialEndingEmail({ trialEndsAt: at }, SAMPLE_LINKS)),
  'support-feedback': plain(
    supportFeedbackEmail({
      displayName: 'Ada42',
      email: 'ada@marquee.example',
      userId: 42,
      content: `I like the rate tab.\n\nBut:\n  1. <b>it is short</b>\n  2. ${UNBROKEN}`,
    }),
  ),
  'support-contact': plain(
    supportContactEmail({ email: 'bob@marquee.example', subject: HOSTILE, message: HOSTILE, userId: null }),
  ),
};
