import type { Secrets } from '#src/core/secrets.ts';

/**
 * Returns the key under which mails of one kind are counted. All spellings of a mailbox share one count, so that a
 * stranger cannot multiply it by signing up with each. A proven address has its own, so that a stranger cannot use it up
 * with these.
 */
export const mailKey = (
  secrets: Pick<Secrets, 'hashAddress' | 'hashMailbox'>,
  kind: 'welcome' | 'confirm_email' | 'email_changed' | 'password_reset' | 'deletion_code',
  { email, isProven }: { email: string; isProven: boolean },
): string =>
  isProven ? `${kind}:proven:${secrets.hashAddress(email)}` : `${kind}:${secrets.hashMailbox(email)}`;
