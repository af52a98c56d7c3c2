import { MESSAGES } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import { hashToken } from '#src/core/secrets.ts';
import { startApp } from '../../../test/app.ts';
import { createUser, PASSWORD } from '../../../test/factories.ts';

const { deps, prisma, visitor, as } = await startApp();
const NEW = 'new password 1';

const request = (email: string) => visitor.post('/users/password.json').send({ user: { email } });
const reset = (token: string, password = NEW, confirmation = password) =>
  visitor
    .patch('/users/password.json')
    .send({ user: { reset_password_token: token, password, password_confirmation: confirmation } });
const signIn = (email: string, password: string) =>
  visitor.post('/users/sign_in').send({ user: { email, password } });

/** Returns the reset tokens of the user's waiting mails, oldest first, derived as in the mail worker. */
async function tokensOf(userId: number): Promise<string[]> {
  const rows = await prisma.outboxMessage.findMany({
    where: { userId, kind: 'password_reset' },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ payload }) => {
    const nonce = payload && typeof payload === 'object' && 'nonce' in payload ? String(payload.nonce) : '';
    return deps.secrets.deriveToken('password_reset', userId, nonce);
  });
}

async function askFor(userId: number, email: string): Promise<string> {
  expect((await request(email)).status).toBe(201);
  return (await tokensOf(userId)).at(-1) ?? '';
}

describe('POST and PATCH /users/password', () => {
  it('set a new password with the mailed token and end every session', async () => {
    const user = await createUser(prisma);
    const me = as(user);
    expect((await me.get('/api/v1/user')).status).toBe(200);
    const token = await askFor(user.id, user.email.toUpperCase());
    expect((await reset(token)).status).toBe(204);
    expect((await me.get('/api/v1/user')).status).toBe(401);
    expect((await signIn(user.email, PASSWORD)).status).toBe(422);
    expect((await signIn(user.email, NEW)).status).toBe(200);
    const again = await reset(token, 'another one 2');
    expect([again.status, again.body.errors]).toEqual([
      422,
      { reset_password_token: [MESSAGES.resetTokenInvalid] },
    ]);
    const kinds = await prisma.outboxMessage.findMany({ where: { userId: user.id }, orderBy: { id: 'asc' } });
    expect(kinds.map(({ kind }) => kind)).toEqual(['password_reset', 'password_changed']);
  });

  it('store no secret in the database', async () => {
    const user = await createUser(prisma);
    const token = await askFor(user.id, user.email);
    const row = await prisma.passwordReset.findUniqueOrThrow({ where: { userId: user.id } });
    expect(row.tokenHash).toBe(hashToken(token));
    const outbox = await prisma.outboxMessage.findMany({ where: { userId: user.id } });
    expect(JSON.stringify([row, outbox])).not.toContain(token);
  });

  it('invalidate the previous token when a new token is requested', async () => {
    const user = await createUser(prisma);
    const first = await askFor(user.id, user.email);
    const second = await askFor(user.id, user.email);
    expect((await reset(first)).body.errors).toEqual({ reset_password_token: [MESSAGES.resetTokenInvalid] });
    expect((await reset(second)).status).toBe(204);
  });

  it('accept a token for two hours', async () => {
    const user = await createUser(prisma);
    const before = Date.now();
    const token = await askFor(user.id, user.email);
    const after = Date.now();
    const { expiresAt } = await prisma.passwordReset.findUniqueOrThrow({ where: { userId: user.id } });
    const askedAt = expiresAt.getTime() - 2 * 3_600_000;
    expect(askedAt).toBeGreaterThanOrEqual(before - 1);
    expect(askedAt).toBeLessThanOrEqual(after + 1);
    await prisma.passwordReset.update({
      where: { userId: user.id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect((await reset(token)).body.errors).toEqual({ reset_password_token: [MESSAGES.resetTokenExpired] });
    await prisma.passwordReset.update({
      where: { userId: user.id },
      data: { expiresAt: new Date(Date.now() + 60_000) },
    });
    expect((await reset(token)).status).toBe(204);
  });

  it('accept only one of several simultaneous uses of a token', async () => {
    const user = await createUser(prisma);
    const token = await askFor(user.id, user.email);
    const all = await Promise.all(Array.from({ length: 6 }, (_, index) => reset(token, `password ${index}`)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([204, ...Array(5).fill(422)]);
    const { tokenVersion } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(tokenVersion).toBe(user.tokenVersion + 1);
  });

  it('keep the token valid when the new password breaks a rule', async () => {
    const user = await createUser(prisma);
    const token = await askFor(user.id, user.email);
    for (const [password, confirmation, field, sentence] of [
      ['abcdef7', 'abcdef7', 'password', MESSAGES.passwordLength],
      ['abcdefgh', 'abcdefgh', 'password', MESSAGES.passwordDigit],
      ['abcdefg8', 'abcdefg9', 'password_confirmation', MESSAGES.passwordConfirmation],
    ] as const) {
      const { status, body } = await reset(token, password, confirmation);
      expect([status, body.errors]).toEqual([422, { [field]: [sentence] }]);
    }
    expect((await reset(token, 'abcdefg8')).status).toBe(204);
  });

  it('return email_not_found for an unknown address', async () => {
    const { status, body } = await request('nobody@example.com');
    expect([status, body]).toEqual([422, { error: 'email_not_found', message: 'Email not found' }]);
  });
});

it('POST /api/v1/users/password_confirmation returns whether the password is right', async () => {
  const me = as(await createUser(prisma));
  const confirm = (password: unknown) =>
    me.post('/api/v1/users/password_confirmation.json').send({ user: { password } });
  expect((await confirm(PASSWORD)).body).toEqual({ valid: true });
  const wrong = await confirm('wrong1234');
  expect([wrong.status, wrong.body]).toEqual([422, { error: 'wrong_password', message: 'Wrong password' }]);
  expect((await confirm('')).body.errors).toEqual({ password: [MESSAGES.passwordRequired] });
});
