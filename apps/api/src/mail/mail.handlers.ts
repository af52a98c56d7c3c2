import { PermanentFailure } from '#src/core/errors.ts';
import type { Secrets } from '#src/core/secrets.ts';
import type { AddressedEmail, MailContext, MailJob } from './mail.ts';
import type { MailFactsRepository } from './mail-facts.repository.ts';
import { isOptionalMail, MAIL_KINDS, type MailKind, type MailPayload, mails } from './mails.ts';
import type { Links } from './message.ts';
import { renderHtml, renderText } from './render.ts';
import { type MailClient, MailRefused, mailDomain } from './transport.ts';
import type { UnsubscribeRepository } from './unsubscribe.repository.ts';
import type { UnsubscribeService } from './unsubscribe.service.ts';

interface Dependencies {
  env: { WEB_ORIGIN: string; API_ORIGIN: string; SUPPORT_EMAIL: string; MAIL_FROM: string };
  repos: { mailFacts: MailFactsRepository; unsubscribe: UnsubscribeRepository };
  secrets: Secrets;
  unsubscribe: Pick<UnsubscribeService, 'createToken' | 'createNewsToken'>;
  mail: Pick<MailClient, 'send'>;
  subscribedUntil: MailContext['subscribedUntil'];
  memberUntil: MailContext['memberUntil'];
}

type Handler<K extends MailKind> = (job: MailJob<MailPayload<K>>) => Promise<void>;
type Writers = {
  [K in MailKind]: {
    write: (job: MailJob<MailPayload<K>>, context: MailContext) => Promise<AddressedEmail | null>;
  };
};
const writers: Writers = mails;

type Handlers = { [K in MailKind]: Handler<K> };

function requireEveryKind(handlers: Record<string, unknown>): asserts handlers is Handlers {
  const missing = MAIL_KINDS.filter((kind) => typeof handlers[kind] !== 'function');
  if (missing.length > 0) throw new Error(`Mails without a handler: ${missing.join(', ')}`);
}

/** Creates one handler per kind of mail. A handler writes the email, renders it, and sends it over SMTP. */
export function createMailHandlers(deps: Dependencies): Handlers {
  const { env, mail } = deps;
  const links: Links = { web: env.WEB_ORIGIN, support: env.SUPPORT_EMAIL };
  const domain = mailDomain(env.MAIL_FROM);
  const context: MailContext = {
    facts: deps.repos.mailFacts,
    secrets: deps.secrets,
    links,
    refusesInvitations: (addressHashes) => deps.repos.unsubscribe.isSuppressed(addressHashes, 'invitation'),
    subscribedUntil: deps.subscribedUntil,
    memberUntil: deps.memberUntil,
    newsUnsubscribeUrl: (userId, kind) =>
      `${env.API_ORIGIN}/unsubscribe/${deps.unsubscribe.createNewsToken(userId, kind)}`,
  };

  const send = async (kind: MailKind, job: MailJob<unknown>, email: AddressedEmail): Promise<void> => {
    const { message, recipient, to, replyTo } = email;
    const token = recipient && isOptionalMail(kind) ? deps.unsubscribe.createToken(recipient, kind) : null;
    const unsubscribe = token && {
      url: `${env.API_ORIGIN}/unsubscribe/${token}`,
      member: recipient?.kind === 'member',
    };
    const frame = { links, unsubscribe: unsubscribe || null };
    try {
      await mail.send({
        messageId: `${kind}.${job.id}.${job.createdAt.getTime().toString(36)}@${domain}`,
        to,
        subject: message.subject,
        html: renderHtml(message, frame),
        text: renderText(message, frame),
        ...(replyTo && { replyTo }),
        ...(unsubscribe && { unsubscribeUrl: unsubscribe.url }),
      });
    } catch (error) {
      if (error instanceof MailRefused) throw new PermanentFailure(error.message, { cause: error });
      throw error;
    }
  };

  const handle = <K extends MailKind>(kind: K): Handler<K> => {
    return async (job) => {
      const email = await writers[kind].write(job, context);
      if (email) await send(kind, job, email);
    };
  };

  const handlers: Record<string, unknown> = Object.fromEntries(
    MAIL_KINDS.map((kind) => [kind, handle(kind)]),
  );
  requireEveryKind(handlers);
  return handlers;
}
