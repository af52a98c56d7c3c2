import { MESSAGES } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createUser, PASSWORD, unique } from '../../../test/factories.ts';

const app = await startApp();
const { prisma, visitor, as, deps } = app;

const address = (): string => `${unique('new')}@example.com`;

/** Returns the code in the last mail of this kind to the user. */
async function codeOf(user: Pick<User, 'id'>, kind: 'confirm_email' | 'email_changed' | 'welcome') {
  const { payload } = await prisma.outboxMessage.findFirstOrThrow({
    where: { userId: user.id, kind },
    orderBy: { id: 'desc' },
  });
  const nonce = String(Object(payload).nonce);
  return deps.secrets.deriveToken(
    kind === 'email_changed' ? 'email_restore' : 'email_confirm',
    user.id,
    nonce,
  );
}
const confirm = (code: string) => visitor.post('/api/v1/users/confirm_email').send({ code });
const restore = (code: string) => visitor.post('/api/v1/users/restore_email').send({ code });
const read = (user: Pick<User, 'id'>) => prisma.user.findUniqueOrThrow({ where: { id: user.id } });
const change = (user: User, email: string) => as(user).put('/api/v1/user').send({ user: { email } });

describe('a new account', () => {
  it('proves its address with the link in the welcome mail, which works once', async () => {
    const name = unique('n');
    const email = `${name}@example.com`;
    const { body } = await visitor
      .post('/users')
      .send({ user: { email, password: PASSWORD, display_name: name } })
      .expect(201);
    expect(body.user).toMatchObject({ email_verified: false, pending_email: null });
    const code = await codeOf(body.user, 'welcome');
    await confirm(code).expect(200);
    expect((await read(body.user)).emailVerifiedAt).not.toBeNull();
    const again = await confirm(code);
    expect([again.status, again.body.error]).toEqual([422, 'invalid_code']);
  });

  it('gets a new confirmation link on request, which replaces the previous link', async () => {
    const user = await createUser(prisma, { emailVerifiedAt: null });
    await as(user).post('/api/v1/users/resend_confirmation').expect(200);
    const first = await codeOf(user, 'confirm_email');
    await as(user).post('/api/v1/users/resend_confirmation').expect(200);
    await confirm(first).expect(422);
    await confirm(await codeOf(user, 'confirm_email')).expect(200);
  });

  it('gets no confirmation mail when its address is already proven', async () => {
    const user = await createUser(prisma);
    await as(user).post('/api/v1/users/resend_confirmation').expect(200);
    expect(await prisma.outboxMessage.count({ where: { userId: user.id } })).toBe(0);
  });

  it.each(['password1', 'PASSWORD1', '12345678'])(
    'is refused with the common password %s',
    async (password) => {
      const name = unique('n');
      const { status, body } = await visitor
        .post('/users')
        .send({ user: { email: `${name}@example.com`, password, display_name: name } });
      expect([status, body.errors]).toEqual([422, { password: [MESSAGES.passwordCommon] }]);
    },
  );
});

describe('a password that is only a name', () => {
  it.each(['marquee2026', 'Marquee!1', 'my.name-77', 'mynamemyname1', 'marquee-myname-1'])(
    'is refused: %s',
    async (password) => {
      const user = { email: address(), password, display_name: 'MyName' };
      const { status, body } = await visitor.post('/users').send({ user });
      expect([status, body.errors]).toEqual([422, { password: [MESSAGES.passwordOwnName] }]);
    },
  );

  it('is refused at a reset too, by the names that the account has', async () => {
    const user = await createUser(prisma, { firstName: 'Ada', lastName: 'Lovelace' });
    await visitor
      .post('/users/password')
      .send({ user: { email: user.email } })
      .expect(201);
    const { payload } = await prisma.outboxMessage.findFirstOrThrow({ where: { userId: user.id } });
    const reset_password_token = deps.secrets.deriveToken(
      'password_reset',
      user.id,
      String(Object(payload).nonce),
    );
    const set = (password: string) =>
      visitor
        .patch('/users/password')
        .send({ user: { reset_password_token, password, password_confirmation: password } });
    const { body } = await set('AdaLovelace1815').expect(422);
    expect(body.errors).toEqual({ password: [MESSAGES.passwordOwnName] });
    await set('engine of Ada 1').expect(204);
  });
});

describe('an address that was never proven', () => {
  it('is free for others as soon as its user asks for another one', async () => {
    const squatter = await createUser(prisma, { emailVerifiedAt: null });
    const signUp = () =>
      visitor
        .post('/users')
        .send({ user: { email: squatter.email, password: PASSWORD, display_name: unique('n') } });
    await signUp().expect(422);
    const next = address();
    const { body } = await change(squatter, next).expect(200);
    expect(body.user).toMatchObject({ email: squatter.email, pending_email: next });
    const link = await codeOf(squatter, 'confirm_email');
    const owner = await signUp().expect(201);
    expect(await read(squatter)).toMatchObject({ email: next, pendingEmail: null, emailVerifiedAt: null });
    expect(owner.body.user.email).toBe(squatter.email);
    // No mail to the old address could take the account of the squatter, or the address back.
    expect(await prisma.outboxMessage.count({ where: { userId: squatter.id, kind: 'email_changed' } })).toBe(
      0,
    );
    await confirm(link).expect(200);
    expect((await read(squatter)).emailVerifiedAt).not.toBeNull();
  });

  it('is not free when another user has taken the address that its user asked for', async () => {
    const squatter = await createUser(prisma, { emailVerifiedAt: null });
    const next = address();
    await change(squatter, next).expect(200);
    await createUser(prisma, { email: next });
    const { body } = await visitor
      .post('/users')
      .send({ user: { email: squatter.email, password: PASSWORD, display_name: unique('n') } })
      .expect(422);
    expect(body.errors).toEqual({ email: [MESSAGES.emailTaken] });
  });
});

describe('a changed address', () => {
  it('replaces the old address only after the confirmation, and invalidates reset links', async () => {
    const user = await createUser(prisma);
    await visitor
      .post('/users/password')
      .send({ user: { email: user.email } })
      .expect(201);
    const email = address();
    const { body } = await change(user, email);
    expect(body.user).toMatchObject({ email: user.email, pending_email: email, email_verified: true });
    expect(await prisma.passwordReset.count({ where: { userId: user.id } })).toBe(0);
    await visitor
      .post('/users/password')
      .send({ user: { email: user.email } })
      .expect(201);
    await confirm(await codeOf(user, 'confirm_email')).expect(200);
    expect(await read(user)).toMatchObject({ email, pendingEmail: null });
    expect(await prisma.passwordReset.count({ where: { userId: user.id } })).toBe(0);
  });

  it('is refused at the change and at the confirmation when another account has the address', async () => {
    const [user, other] = await Promise.all([createUser(prisma), createUser(prisma)]);
    const taken = await change(user, other.email.toUpperCase());
    expect([taken.status, taken.body.errors]).toEqual([422, { email: [MESSAGES.emailTaken] }]);
    const email = address();
    await change(user, email).expect(200);
    await prisma.user.update({ where: { id: other.id }, data: { email } });
    const late = await confirm(await codeOf(user, 'confirm_email'));
    expect([late.status, late.body.errors]).toEqual([422, { email: [MESSAGES.emailTaken] }]);
    expect((await read(user)).email).toBe(user.email);
  });

  it('is canceled when the user sends the current address again', async () => {
    const user = await createUser(prisma);
    await change(user, address()).expect(200);
    const { body } = await change(user, user.email);
    expect(body.user.pending_email).toBeNull();
    await confirm(await codeOf(user, 'confirm_email')).expect(422);
  });

  it('is undone by the restore link, which ends all sessions and invalidates the password', async () => {
    const user = await createUser(prisma);
    await change(user, address()).expect(200);
    const back = await codeOf(user, 'email_changed');
    await confirm(await codeOf(user, 'confirm_email')).expect(200);
    // Until the restore link expires, no other account can take the previous address.
    const name = unique('n');
    const grab = await visitor
      .post('/users')
      .send({ user: { email: user.email, password: PASSWORD, display_name: name } });
    expect([grab.status, grab.body.errors]).toEqual([422, { email: [MESSAGES.emailTaken] }]);
    await restore(back).expect(200);
    expect(await read(user)).toMatchObject({ email: user.email, pendingEmail: null });
    await as(user).get('/api/v1/user').expect(401);
    await visitor
      .post('/users/sign_in')
      .send({ user: { email: user.email, password: PASSWORD } })
      .expect(422);
    expect(await prisma.outboxMessage.count({ where: { userId: user.id, kind: 'password_reset' } })).toBe(1);
    await restore(back).expect(422);
  });

  it('is canceled by the restore link, and then its confirmation link is refused', async () => {
    const user = await createUser(prisma);
    await change(user, address()).expect(200);
    const forward = await codeOf(user, 'confirm_email');
    await restore(await codeOf(user, 'email_changed')).expect(200);
    await confirm(forward).expect(422);
    expect(await read(user)).toMatchObject({ email: user.email, pendingEmail: null });
  });
});

describe('POST /users/sign_out', () => {
  it('ends only the presented token', async () => {
    const user = await createUser(prisma);
    const [here, there] = [as(user), as(user)];
    await here.post('/users/sign_out').expect(204);
    await here.get('/api/v1/user').expect(401);
    await there.get('/api/v1/user').expect(200);
  });

  it('ends every token of the user when `everywhere` is true', async () => {
    const user = await createUser(prisma);
    const [here, there] = [as(user), as(user)];
    await here.post('/users/sign_out').send({ everywhere: true }).expect(204);
    await here.get('/api/v1/user').expect(401);
    await there.get('/api/v1/user').expect(401);
  });
});

describe('a user without trial or plan', () => {
  it('gets the same title as a visitor: no likelihood, rating or offers', async () => {
    const medium = await prisma.medium.create({
      data: {
        source: 'test',
        type: 'movie',
        externalId: unique('m'),
        title: 'Seen by all',
        releaseYear: 2020,
      },
    });
    await deps.inMemory.refresh();
    const user = await createUser(prisma, { trialEndsAt: new Date(0) });
    const { body } = await as(user).get(`/api/v1/media/${medium.id}`).expect(200);
    expect(body.medium).toMatchObject({ likelyhood: null, rating: null, provider_medium: [] });
  });
});
