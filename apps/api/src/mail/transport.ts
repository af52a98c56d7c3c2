import { createTransport } from 'nodemailer';

/** One message to one address, ready to send. */
export interface OutgoingMail {
  /**
   * The Message-ID without angle brackets. Every attempt uses the same id, so that mail servers and programs
   * can drop duplicates.
   */
  messageId: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** The address for replies. The default is MAIL_FROM. */
  replyTo?: string;
  /** The address of the one-click POST that unsubscribes (RFC 8058). Missing in transactional mail. */
  unsubscribeUrl?: string;
}

export interface MailClient {
  /**
   * Resolves when the mail server has accepted the message.
   * @throws MailRefused when a retry cannot succeed; otherwise the error of the library.
   */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** The mail server refused the address or the message permanently (5xx). */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

const hasField = <K extends string>(error: unknown, key: K): error is Record<K, unknown> =>
  typeof error === 'object' && error !== null && key in error;

/**
 * Returns whether the mail server refused the message permanently. False for a failed login or connection.
 */
const isRefusal = (error: unknown): boolean =>
  hasField(error, 'permanent') &&
  error.permanent === true &&
  hasField(error, 'code') &&
  (error.code === 'EENVELOPE' || error.code === 'EMESSAGE');

/**
 * Connects and logs in without sending a mail.
 * @throws the error of the library.
 */
export async function checkMailServer(env: { SMTP_URL: string }): Promise<void> {
  const transport = createTransport({ url: env.SMTP_URL, connectionTimeout: 5_000, greetingTimeout: 5_000 });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Creates an SMTP client with a small connection pool. The first mail opens the first connection. */
export function createMailClient(env: { SMTP_URL: string; MAIL_FROM: string }): MailClient {
  const transport = createTransport(
    {
      url: env.SMTP_URL,
      pool: true,
      maxConnections: 4,
      connectionTimeout: 5_000,
      greetingTimeout: 5_000,
      socketTimeout: 20_000,
      // Mails contain text of users, so the library must not open files or web addresses that a body names.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: env.MAIL_FROM },
  );

  return {
    async send({ unsubscribeUrl, messageId, to, replyTo, ...content }) {
      try {
        await transport.sendMail({
          ...content,
          // The address is an object, so that a comma or bracket in the text cannot add a second recipient.
          to: { name: '', address: to },
          ...(replyTo && { replyTo: { name: '', address: replyTo } }),
          messageId: `<${messageId}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        const code = hasField(error, 'responseCode') ? ` with ${String(error.responseCode)}` : '';
        throw new MailRefused(`The mail server refused it${code}`, { cause: error });
      }
    },
    close() {
      transport.close();
    },
  };
}

/** Returns the domain for message ids, taken from MAIL_FROM. */
export const mailDomain = (from: string): string => /@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
