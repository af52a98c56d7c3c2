import { createTransport } from 'nodemailer';

/** One message to one person, ready to go. */
export interface OutgoingMail {
  /** Without angle brackets; equal for every attempt, so that a mail server or reader recognises a repeat. */
  messageId: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Whom an answer goes to; MAIL_FROM when left out. */
  replyTo?: string;
  /** Where one click (a POST) ends this kind of mail, RFC 8058; none for transactional mail. */
  unsubscribeUrl?: string;
}

export interface MailClient {
  /**
   * Resolves once the mail server has taken the message.
   * @throws MailRefused when trying again cannot help, the library's error when it can.
   */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** The mail server said no for good (a 5xx to the address or the message). */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

const hasField = <K extends string>(error: unknown, key: K): error is Record<K, unknown> =>
  typeof error === 'object' && error !== null && key in error;

/** Whether a reply is final for this message, rather than about our login, the connection or the moment. */
const isRefusal = (error: unknown): boolean =>
  hasField(error, 'permanent') &&
  error.permanent === true &&
  hasField(error, 'code') &&
  (error.code === 'EENVELOPE' || error.code === 'EMESSAGE');

/** An SMTP client over a few kept connections. Nothing is opened before the first mail. */
export function createMailClient(env: { SMTP_URL: string; MAIL_FROM: string }): MailClient {
  const transport = createTransport(
    {
      url: env.SMTP_URL,
      pool: true,
      maxConnections: 4,
      connectionTimeout: 5_000,
      greetingTimeout: 5_000,
      socketTimeout: 20_000,
      // Texts come from people: a body must never name a file or an address to read.
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
          // As objects, so that no comma or bracket in an address can add a second recipient.
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

/** The domain that message ids of MAIL_FROM carry. */
export const mailDomain = (from: string): string => /@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
