import { PASSWORD_FRESH_MINUTES } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createUser, createWatchHook, PASSWORD, unique } from '../../../test/factories.ts';

const { app, prisma, visitor, as, deps } = await startApp();
const MINUTE_MS = 60_000;

/** A client with a token of a session that began this many minutes ago. */
function signedIn(user: User, minutesAgo: number) {
  const iat = Math.floor((Date.now() - minutesAgo * MINUTE_MS) / 1_000);
  const token = app.jwt.sign({ sub: String(user.id), ver: user.tokenVersion, jti: unique('t'), iat });
  const headers = { authorization: `Bearer ${token}` };
  return {
    put: (given: object) => visitor.put('/api/v1/user').set(headers).send({ user: given }),
    destroy: () => visitor.post('/api/v1/users/destroy').set(headers),
    confirm: (password = PASSWORD) =>
      visitor.post('/api/v1/users/password_confirmation').set(headers).send({ user: { password } }),
  };
}
const address = (): string => `${unique('moved')}@example.com`;
const needed = { status: 422, body: { error: 'password_needed' } };

describe('a session that signed in more than ten minutes ago', () => {
  const OLD = PASSWORD_FRESH_MINUTES + 1;

  it('neither deletes the account nor changes its address before it has confirmed the password', async () => {
    const user = await createUser(prisma);
    const session = signedIn(user, OLD);
    expect(await session.destroy()).toMatchObject(needed);
    expect(await session.put({ email: address(), first_name: 'Eve' })).toMatchObject(needed);
    expect(await prisma.user.findUnique({ where: { id: user.id } })).toMatchObject({
      email: user.email,
      pendingEmail: null,
      firstName: null,
    });
    await session.confirm('wrong1234').expect(422);
    expect(await session.destroy()).toMatchObject(needed);
    await session.confirm().expect(200);
    await session.put({ email: address() }).expect(200);
    await session.destroy().expect(200);
    expect(await prisma.user.count({ where: { id: user.id } })).toBe(0);
  });

  it('changes everything else, and may send the address that the account has', async () => {
    const user = await createUser(prisma);
    const session = signedIn(user, OLD);
    await session.put({ first_name: 'Ada' }).expect(200);
    await session.put({ email: user.email.toUpperCase(), last_name: 'Lovelace' }).expect(200);
  });

  it('gains nothing by the confirmation of another session, nor by one that is ten minutes old', async () => {
    const user = await createUser(prisma);
    const [owner, thief] = [signedIn(user, OLD), signedIn(user, OLD)];
    await owner.confirm().expect(200);
    expect(await thief.destroy()).toMatchObject(needed);
    await prisma.passwordConfirmation.updateMany({
      where: { userId: user.id },
      data: { expiresAt: new Date() },
    });
    expect(await owner.destroy()).toMatchObject(needed);
  });
});

it('a new session and a new account need no confirmation', async () => {
  const user = await createUser(prisma);
  await signedIn(user, PASSWORD_FRESH_MINUTES - 1)
    .put({ email: address() })
    .expect(200);
  const name = unique('n');
  const { body } = await visitor
    .post('/users')
    .send({ user: { email: address(), password: PASSWORD, display_name: name } })
    .expect(201);
  await visitor
    .post('/api/v1/users/destroy')
    .set('authorization', `Bearer ${body.user.access_token}`)
    .expect(200);
});

describe('the address for the media server', () => {
  const left = (user: User) => prisma.watchHook.count({ where: { userId: user.id } });

  it('ends with "sign out everywhere", and not with a usual sign-out', async () => {
    const user = await createUser(prisma);
    await createWatchHook(prisma, user);
    await as(user).post('/users/sign_out').expect(204);
    expect(await left(user)).toBe(1);
    await as(user).post('/users/sign_out').send({ everywhere: true }).expect(204);
    expect(await left(user)).toBe(0);
  });

  it('ends with a reset of the password', async () => {
    const user = await createUser(prisma);
    await createWatchHook(prisma, user);
    await visitor
      .post('/users/password')
      .send({ user: { email: user.email } })
      .expect(201);
    const { payload } = await prisma.outboxMessage.findFirstOrThrow({ where: { userId: user.id } });
    const token = deps.secrets.deriveToken('password_reset', user.id, String(Object(payload).nonce));
    const password = 'another 1 of mine';
    await visitor
      .patch('/users/password')
      .send({ user: { reset_password_token: token, password, password_confirmation: password } })
      .expect(204);
    expect(await left(user)).toBe(0);
  });
});
