import { createHash, createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto';

type Purpose = 'password_reset' | 'deletion_code';

/** A fresh nonce: stored beside the work that will need the secret, worthless without the server's key. */
export const createNonce = (): string => randomUUID();

/** SHA-256 in hexadecimal: how a token is kept at rest. Only for secrets of high entropy, not passwords. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Compares two texts in a time that tells nothing about where they differ. */
export function safeEqual(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

/**
 * What is derived from the server's secret. Keys for each use are separated by HKDF, so none of them helps to
 * forge a session token or another kind.
 */
export function createSecrets(serverSecret: string) {
  const mac = (use: string, text: string): string => {
    const key = Buffer.from(hkdfSync('sha256', serverSecret, '', `marquee:${use}`, 32));
    return createHmac('sha256', key).update(text).digest('base64url');
  };

  return {
    /**
     * The secret of one mail, 43 url-safe characters: computed when it is asked for and again when the mail is
     * sent, so that neither the outbox nor the queue ever holds it. Store `hashToken` of it.
     */
    deriveToken: (purpose: Purpose, userId: number, nonce: string): string =>
      mac(purpose, `${userId}:${nonce}`),

    /** Stands for an address without telling it, even to who holds the table. */
    hashAddress: (email: string): string => mac('address', email.normalize('NFC').toLowerCase()),

    /** `text.signature`; the text must be url-safe and is readable by anyone. */
    sign: (use: string, text: string): string => `${text}.${mac(`sign:${use}`, text)}`,

    /** The text of a signed token, or null when the signature does not fit. */
    verify(use: string, token: string): string | null {
      const end = token.lastIndexOf('.');
      if (end < 1) return null;
      const text = token.slice(0, end);
      return safeEqual(token.slice(end + 1), mac(`sign:${use}`, text)) ? text : null;
    },
  };
}

export type Secrets = ReturnType<typeof createSecrets>;
