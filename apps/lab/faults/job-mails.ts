// Creates one outbox row for each kind of mail, with the data that the mail needs.

import { createNonce, createSecrets, hashToken } from '@marquee/api/src/core/secrets.ts';
import type { NewMessage } from '@marquee/api/src/jobs/definitions.ts';
import type { MailKind } from '@marquee/api/src/mail/mails.ts';
import { createList, createMedium, createOffer, createUser, unique } from '@marquee/api/test/factories.ts';
import type { PrismaClient, User } from '@marquee/prisma';

const DAY_MS = 86_400_000;

interface Given {
  prisma: PrismaClient;
  secrets: ReturnType<typeof createSecrets>;
  /** The recipient of the mail. */
  user: User;
}

const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

async function invite({ prisma, user }: Given, state: 'pending' | 'accepted'): Promise<number> {
  const list = await createList(prisma, await createUser(prisma), { shares: [{ user, state }] });
  const share = await prisma.userListShare.findFirstOrThrow({ where: { listId: list.id } });
  return share.id;
}

/**
 * Creates a title that leaves a provider of the user in three days.
 */
async function offerToUser({ prisma, user }: Given): Promise<{ mediumId: number; offerId: number }> {
  const medium = await createMedium(prisma);
  const { id, providerId } = await createOffer(prisma, medium);
  await prisma.providerMedium.update({ where: { id }, data: { leavingOn: inDays(3) } });
  await prisma.userMediumProvider.create({ data: { userId: user.id, providerId } });
  return { mediumId: medium.id, offerId: id };
}

async function prepareCode({ prisma, secrets, user }: Given, purpose: 'confirm' | 'restore') {
  const nonce = createNonce();
  const code = secrets.deriveToken(purpose === 'confirm' ? 'email_confirm' : 'email_restore', user.id, nonce);
  await prisma.emailCode.create({
    data: { codeHash: hashToken(code), userId: user.id, purpose, email: user.email, expiresAt: inDays(1) },
  });
  return nonce;
}

type Maker<K extends MailKind> = (given: Given) => Promise<Extract<NewMessage, { kind: K }>>;

/**
 * One function per kind of mail, which creates the data and returns the outbox row. A missing entry is a
 * compile error.
 */
const MAKERS: { [K in MailKind]: Maker<K> } = {
  welcome: async ({ user }) => ({ kind: 'welcome', userId: user.id, payload: {} }),
  confirm_email: async (given) => ({
    kind: 'confirm_email',
    userId: given.user.id,
    payload: { nonce: await prepareCode(given, 'confirm') },
  }),
  email_changed: async (given) => ({
    kind: 'email_changed',
    userId: given.user.id,
    payload: { nonce: await prepareCode(given, 'restore') },
  }),
  password_reset: async ({ prisma, secrets, user }) => {
    const nonce = createNonce();
    const tokenHash = hashToken(secrets.deriveToken('password_reset', user.id, nonce));
    await prisma.passwordReset.create({ data: { userId: user.id, tokenHash, expiresAt: inDays(1) } });
    return { kind: 'password_reset', userId: user.id, payload: { nonce } };
  },
  password_changed: async ({ user }) => ({ kind: 'password_changed', userId: user.id, payload: {} }),
  deletion_code: async ({ prisma, secrets, user }) => {
    const nonce = createNonce();
    const codeHash = hashToken(secrets.deriveToken('deletion_code', user.id, nonce));
    await prisma.deletionCode.create({ data: { userId: user.id, codeHash, expiresAt: inDays(1) } });
    return { kind: 'deletion_code', userId: user.id, payload: { nonce } };
  },
  deletion_done: async () => ({
    kind: 'deletion_done',
    payload: { email: `${unique('gone')}@example.com` },
  }),
  invitation: async (given) => ({
    kind: 'invitation',
    userId: given.user.id,
    payload: { shareId: await invite(given, 'pending') },
  }),
  invitation_accepted: async (given) => ({
    kind: 'invitation_accepted',
    userId: given.user.id,
    payload: { shareId: await invite(given, 'accepted') },
  }),
  round_invitation: async ({ prisma, user }) => {
    const host = await createUser(prisma);
    const { id: roundId } = await prisma.round.create({
      data: {
        code: `${'2'.repeat(4)}${String(user.id).replaceAll(/[01]/g, 'a').padStart(9, 'b')}`,
        mode: 'list',
        country: 'US',
        expiresAt: inDays(1),
        members: { create: { userId: host.id, isHost: true } },
        invitations: { create: { userId: user.id } },
      },
    });
    return { kind: 'round_invitation', userId: user.id, payload: { roundId } };
  },
  list_changed: async ({ prisma, user }) => {
    const other = await createUser(prisma);
    const medium = await createMedium(prisma);
    const list = await createList(prisma, user, { media: [medium], shares: [{ user: other }] });
    const added = [{ mediumId: medium.id, byUserId: other.id }];
    return { kind: 'list_changed', userId: user.id, payload: { listId: list.id, added, removed: [] } };
  },
  list_deleted: async ({ user }) => ({
    kind: 'list_deleted',
    userId: user.id,
    payload: { listName: 'Old', ownerId: null },
  }),
  rate_watched: async ({ prisma, user }) => ({
    kind: 'rate_watched',
    userId: user.id,
    payload: { mediumIds: [(await createMedium(prisma)).id] },
  }),
  news: async (given) => ({
    kind: 'news',
    userId: given.user.id,
    payload: {
      items: [
        {
          kind: 'saved_leaving',
          ...(await offerToUser(given)),
          date: inDays(3).toISOString().slice(0, 10),
          reason: 'You saved it for later.',
        },
      ],
    },
  }),
  trial_ending: async ({ user }) => ({ kind: 'trial_ending', userId: user.id, payload: {} }),
  monthly_export: async ({ prisma, user }) => {
    await prisma.user.update({ where: { id: user.id }, data: { monthlyExport: true } });
    return { kind: 'monthly_export', userId: user.id, payload: {} };
  },
  support_feedback: async ({ prisma, user }) => {
    const { id } = await prisma.feedback.create({ data: { userId: user.id, content: 'A feedback' } });
    return { kind: 'support_feedback', userId: user.id, payload: { feedbackId: id } };
  },
  support_contact: async ({ prisma, user }) => {
    const data = { userId: user.id, email: user.email, subject: 'A subject', message: 'A message' };
    const { id } = await prisma.contactMessage.create({ data });
    return { kind: 'support_contact', userId: user.id, payload: { contactMessageId: id } };
  },
};

/** Returns every kind of mail with a function that creates its outbox row. */
export function listMailJobs(
  prisma: PrismaClient,
  secret: string,
): { kind: string; make: () => Promise<NewMessage> }[] {
  const secrets = createSecrets(secret);
  return Object.entries(MAKERS).map(([kind, make]) => ({
    kind,
    make: async () => make({ prisma, secrets, user: await createUser(prisma) }),
  }));
}
