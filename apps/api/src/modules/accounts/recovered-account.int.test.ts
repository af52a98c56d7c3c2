// A thief with a session asks for a change of the address. Every way of recovery must end this change.
import { EMAIL_CODE_DAYS } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createUser, PASSWORD, unique } from '../../../test/factories.ts';

const { prisma, visitor, as, deps } = await startApp();
const DAY_MS = 86_400_000;

const address = (): string => `${unique('thief')}@example.com`;
const read = ({ id }: Pick<User, 'id'>) => prisma.user.findUniqueOrThrow({ where: { id } });
const change = (user: User, email: string) => as(user).put('/api/v1/user').send({ user: { email } });
const confirm = (code: string) => visitor.post('/api/v1/users/confirm_email').send({ code });
const restore = (code: string) => visitor.post('/api/v1/users/restore_email').send({ code });
const everywhere = (user: User) => as(user).post('/users/sign_out').send({ everywhere: true });

const TOKENS = {
  confirm_email: 'email_confirm',
  email_changed: 'email_restore',
  password_reset: 'password_reset',
} as const;

/** Returns the codes in the user's mails of this kind, oldest first. */
async function codesOf({ id: userId }: Pick<User, 'id'>, kind: keyof typeof TOKENS): Promise<string[]> {
  const mails = await prisma.outboxMessage.findMany({ where: { userId, kind }, orderBy: { id: 'asc' } });
  return mails.map(({ payload }) =>
    deps.secrets.deriveToken(TOKENS[kind], userId, String(Object(payload).nonce)),
  );
}
const lastCode = async (user: User, kind: keyof typeof TOKENS) => (await codesOf(user, kind)).at(-1) ?? '';

async function resetPassword(user: User): Promise<void> {
  await visitor
    .post('/users/password')
    .send({ user: { email: user.email } })
    .expect(201);
  const token = await lastCode(user, 'password_reset');
  const given = {
    reset_password_token: token,
    password: 'mine again 1',
    password_confirmation: 'mine again 1',
  };
  await visitor.patch('/users/password').send({ user: given }).expect(204);
}

/** Lets time pass for the codes and the pending address of a user. */
async function pass(user: User, ms: number): Promise<void> {
  await prisma.$executeRaw`
    UPDATE email_codes SET expires_at = expires_at - ${ms} * interval '1 ms' WHERE user_id = ${user.id}`;
  await prisma.$executeRaw`
    UPDATE users SET pending_email_until = pending_email_until - ${ms} * interval '1 ms' WHERE id = ${user.id}`;
}

describe('a change of address that another person asked for', () => {
  it.each([
    ['a password reset', resetPassword],
    ['a sign-out everywhere', async (user: User) => void (await everywhere(user).expect(204))],
    [
      'the restore link',
      async (user: User) => void (await restore(await lastCode(user, 'email_changed')).expect(200)),
    ],
  ])('is canceled by %s, and the link to the other address is dead', async (_, recover) => {
    const user = await createUser(prisma);
    await change(user, address()).expect(200);
    const code = await lastCode(user, 'confirm_email');
    await recover(user);
    const reply = await confirm(code);
    expect([reply.status, reply.body.error]).toEqual([422, 'invalid_code']);
    expect(await read(user)).toMatchObject({ email: user.email, pendingEmail: null });
    expect(await prisma.emailCode.count({ where: { userId: user.id, purpose: 'confirm' } })).toBe(0);
  });

  it('leaves no code when the account is deleted', async () => {
    const user = await createUser(prisma);
    await change(user, address()).expect(200);
    const code = await lastCode(user, 'confirm_email');
    await as(user).post('/api/v1/users/destroy').expect(200);
    expect((await confirm(code)).body.error).toBe('invalid_code');
    expect(await prisma.emailCode.count({ where: { userId: user.id } })).toBe(0);
  });

  it('is refused when the session ended while the call waited for the account', async () => {
    const user = await createUser(prisma);
    const done = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const recovery = prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${user.id} FOR UPDATE`;
      locked.resolve();
      await done.promise;
      await tx.user.update({ where: { id: user.id }, data: { tokenVersion: { increment: 1 } } });
    });
    await locked.promise;
    const late = change(user, address()).then((reply) => reply.status);
    await expect
      .poll(async () => {
        const [row] = await prisma.$queryRaw<{ waiting: boolean }[]>`
          SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted) AS waiting`;
        return row?.waiting;
      })
      .toBe(true);
    done.resolve();
    await recovery;
    expect(await late).toBe(401);
    expect((await read(user)).pendingEmail).toBeNull();
  });

  it('does not make a new account lose the link that confirms its own address', async () => {
    const user = await createUser(prisma, { emailVerifiedAt: null });
    await as(user).post('/api/v1/users/resend_confirmation').expect(200);
    const code = await lastCode(user, 'confirm_email');
    await everywhere(user).expect(204);
    await confirm(code).expect(200);
  });
});

describe('a pending change of address', () => {
  it('ends seven days after it was asked for, although its link was sent again', async () => {
    const user = await createUser(prisma);
    const email = address();
    await change(user, email).expect(200);
    await pass(user, (EMAIL_CODE_DAYS - 1) * DAY_MS);
    await as(user).post('/api/v1/users/resend_confirmation').expect(200);
    const code = await lastCode(user, 'confirm_email');
    expect((await as(user).get('/api/v1/user')).body.user.pending_email).toBe(email);
    await pass(user, DAY_MS);
    expect((await as(user).get('/api/v1/user')).body.user.pending_email).toBeNull();
    expect((await confirm(code)).body.error).toBe('invalid_code');
    await as(user).post('/api/v1/users/resend_confirmation').expect(200);
    expect((await codesOf(user, 'confirm_email')).at(-1)).toBe(code);
    await deps.repos.upkeep.prune();
    expect(await read(user)).toMatchObject({ pendingEmail: null, email: user.email });
  });

  it('can be asked for again after its end', async () => {
    const user = await createUser(prisma);
    const email = address();
    await change(user, email).expect(200);
    await pass(user, EMAIL_CODE_DAYS * DAY_MS);
    const { body } = await change(user, email).expect(200);
    expect(body.user.pending_email).toBe(email);
    await confirm(await lastCode(user, 'confirm_email')).expect(200);
  });
});

describe('a confirmed change of address', () => {
  it('mails a further restore link to the old address, and both links work for seven days each', async () => {
    for (const useLater of [false, true]) {
      const user = await createUser(prisma);
      const email = address();
      await change(user, email).expect(200);
      await pass(user, (EMAIL_CODE_DAYS - 1) * DAY_MS);
      await confirm(await lastCode(user, 'confirm_email')).expect(200);
      const [first = '', second = ''] = await codesOf(user, 'email_changed');
      expect(second).not.toBe('');
      // Nobody else gets the old address while a link can restore it.
      if (useLater) await pass(user, 2 * DAY_MS);
      const grab = { email: user.email, password: PASSWORD, display_name: unique('n') };
      await visitor.post('/users').send({ user: grab }).expect(422);
      if (useLater) expect((await restore(first)).body.error).toBe('invalid_code');
      await restore(useLater ? second : first).expect(200);
      expect(await read(user)).toMatchObject({ email: user.email, pendingEmail: null });
    }
  });

  it('sends the further restore link to the old address', async () => {
    const user = await createUser(prisma);
    await change(user, address()).expect(200);
    await confirm(await lastCode(user, 'confirm_email')).expect(200);
    const { purpose, email } = await prisma.emailCode.findFirstOrThrow({
      where: { userId: user.id, NOT: { purpose: 'restore' } },
    });
    expect([purpose, email]).toEqual(['restore_confirmed', user.email]);
  });
});
