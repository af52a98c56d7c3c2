import { createHash, createHmac, hkdfSync, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { formerMailboxesOf, mailboxOf } from './mailbox.ts';

type Purpose = 'password_reset' | 'deletion_code' | 'email_confirm' | 'email_restore';

/**
 * Returns a random nonce for the outbox. Without the server's key, the nonce reveals nothing about the secret
 * of the link.
 */
export const createNonce = (): string => randomUUID();

/** Returns a random secret of 43 URL-safe characters. Store only its `hashToken`. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

/**
 * Returns the SHA-256 of a token in hexadecimal, for storage. Use it only for random tokens, not for
 * passwords.
 */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Compares two texts in constant time. */
export function safeEqual(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

export interface TrialHash {
  /** The hash of the mailbox, under which trials are stored. */
  mailbox: string;
  /** The hashes under which earlier versions may have stored a trial of the mailbox, for 24 months. */
  former: string[];
}

/**
 * Returns a function that hashes addresses, so that each mailbox gets only one trial. Hashes made with
 * TRIAL_MEMORY_KEY stay valid when the operator replaces JWT_SECRET.
 * @param secret TRIAL_MEMORY_KEY, or JWT_SECRET when TRIAL_MEMORY_KEY is not set.
 */
export function createTrialHash(secret: string): (email: string) => TrialHash {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'marquee:trial-address', 32));
  const hash = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return (email) => ({
    mailbox: hash(mailboxOf(email)),
    former: [...new Set(formerMailboxesOf(email))].map(hash),
  });
}

/**
 * Creates functions whose keys are derived from the server's secret. HKDF derives a separate key for each
 * use, so that no key reveals another key.
 */
export function createSecrets(serverSecret: string) {
  const mac = (use: string, text: string): string => {
    const key = Buffer.from(hkdfSync('sha256', serverSecret, '', `marquee:${use}`, 32));
    return createHmac('sha256', key).update(text).digest('base64url');
  };

  return {
    /**
     * Computes the secret of a link in a mail. Request and job both compute the secret, so neither outbox nor
     * queue stores it.
     * @returns 43 URL-safe characters. Store only their `hashToken`.
     */
    deriveToken: (purpose: Purpose, userId: number, nonce: string): string =>
      mac(purpose, `${userId}:${nonce}`),

    /** Returns a keyed hash of an email or IP address, which cannot be reversed without the key. */
    hashAddress: (email: string): string => mac('address', email.normalize('NFC').toLowerCase()),

    /** Returns a keyed hash of the mailbox, equal for all known spellings of its address. */
    hashMailbox: (email: string): string => mac('address', mailboxOf(email)),

    /** Returns `text.signature`. The text must be URL-safe and is not encrypted. */
    sign: (use: string, text: string): string => `${text}.${mac(`sign:${use}`, text)}`,

    /** Returns the text of a signed token, or null when the signature is wrong. */
    verify(use: string, token: string): string | null {
      const end = token.lastIndexOf('.');
      if (end < 1) return null;
      const text = token.slice(0, end);
      return safeEqual(token.slice(end + 1), mac(`sign:${use}`, text)) ? text : null;
    },
  };
}

export type Secrets = ReturnType<typeof createSecrets>;
