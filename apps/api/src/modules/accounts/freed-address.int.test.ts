// An account that leaves its unproven address for another one gets that one when somebody needs the first. Nothing that was
// mailed to the first address may prove the second.
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createList, createUser, PASSWORD, unique } from '../../../test/factories.ts';

const { prisma, visitor, as, deps } = await startApp();

const signUp = (email: string) =>
  visitor.post('/users').send({ user: { email, password: PASSWORD, display_name: unique('n') } });

describe('an account that got another address because somebody signed up with its first one', () => {
  it('does not prove the other address by a reset link that was mailed to the first', async () => {
    const attacker = await createUser(prisma, { emailVerifiedAt: null });
    const target = `${unique('bank')}@example.com`;
    await as(attacker)
      .put('/api/v1/user')
      .send({ user: { email: target } })
      .expect(200);
    await visitor
      .post('/users/password')
      .send({ user: { email: attacker.email } })
      .expect(201);
    const { payload } = await prisma.outboxMessage.findFirstOrThrow({
      where: { userId: attacker.id, kind: 'password_reset' },
    });
    await signUp(attacker.email).expect(201);
    const reset_password_token = deps.secrets.deriveToken(
      'password_reset',
      attacker.id,
      String(Object(payload).nonce),
    );
    const reply = await visitor
      .patch('/users/password')
      .send({ user: { reset_password_token, password: PASSWORD, password_confirmation: PASSWORD } });
    const { email, emailVerifiedAt } = await prisma.user.findUniqueOrThrow({ where: { id: attacker.id } });
    expect({ status: reply.status, email, emailVerifiedAt }).toEqual({
      status: 422,
      email: target,
      emailVerifiedAt: null,
    });
  });

  it('does not prove the other address by an expired invitation to the first, after it joined the list by its link', async () => {
    const attacker = await createUser(prisma, { emailVerifiedAt: null });
    const list = await createList(prisma, await createUser(prisma), {
      shares: [{ user: attacker, expiresAt: new Date(Date.now() - 1_000) }],
    });
    const { code } = await prisma.userListShare.findFirstOrThrow({ where: { listId: list.id } });
    const target = `${unique('bank')}@example.com`;
    await as(attacker)
      .put('/api/v1/user')
      .send({ user: { email: target } })
      .expect(200);
    await signUp(attacker.email).expect(201);
    await as(attacker).get(`/accept_list/${code}`).expect(404);
    expect((await prisma.user.findUniqueOrThrow({ where: { id: attacker.id } })).emailVerifiedAt).toBeNull();
  });

  it('keeps its first address while the owner of the other one can still restore it', async () => {
    const target = `${unique('owner')}@example.com`;
    const attacker = await createUser(prisma, { emailVerifiedAt: null });
    await as(attacker)
      .put('/api/v1/user')
      .send({ user: { email: target } })
      .expect(200);
    const owner = await createUser(prisma, { email: target });
    await as(owner)
      .put('/api/v1/user')
      .send({ user: { email: `${unique('thief')}@example.com` } })
      .expect(200);
    const codeOf = async (kind: string, use: 'email_confirm' | 'email_restore') => {
      const { payload } = await prisma.outboxMessage.findFirstOrThrow({ where: { userId: owner.id, kind } });
      return deps.secrets.deriveToken(use, owner.id, String(Object(payload).nonce));
    };
    const back = await codeOf('email_changed', 'email_restore');
    const code = await codeOf('confirm_email', 'email_confirm');
    await visitor.post('/api/v1/users/confirm_email').send({ code }).expect(200);
    await signUp(attacker.email).expect(422);
    await visitor.post('/api/v1/users/restore_email').send({ code: back }).expect(200);
    expect((await prisma.user.findUniqueOrThrow({ where: { id: owner.id } })).email).toBe(target);
  });
});
