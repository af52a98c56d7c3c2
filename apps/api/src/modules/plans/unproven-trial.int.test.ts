// Anyone can sign up with a spelling of a stranger's address and hold the trial of its mailbox.
import type { User } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { PASSWORD, unique } from '../../../test/factories.ts';

const { prisma, visitor, deps } = await startApp();
const signedIn = (user: Pick<User, 'access_token'>) => ({ authorization: `Bearer ${user.access_token}` });

async function signUp(email: string): Promise<User> {
  const display_name = unique('t');
  const reply = await visitor.post('/users').send({ user: { email, display_name, password: PASSWORD } });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.user;
}

const read = async (user: User): Promise<User> =>
  (await visitor.get('/api/v1/user').set(signedIn(user)).expect(200)).body.user;

async function prove({ id: userId }: User, kind = 'welcome') {
  const mail = await prisma.outboxMessage.findFirstOrThrow({ where: { userId, kind } });
  const code = deps.secrets.deriveToken('email_confirm', userId, String(Object(mail.payload).nonce));
  return visitor.post('/api/v1/users/confirm_email').send({ code });
}

/** Signs up with a tag first, so that this account holds the trial, and then with other spellings. */
async function signUpAll(...tags: string[]): Promise<[User, ...User[]]> {
  const name = unique('victim');
  const holder = await signUp(`${name}+x@example.com`);
  const others: User[] = [];
  for (const tag of tags) others.push(await signUp(`${name}${tag}@example.com`));
  expect([holder, ...others].map((user) => user.has_creation_trial)).toEqual([
    true,
    ...tags.map(() => false),
  ]);
  return [holder, ...others];
}

describe('a trial that an unproven account holds', () => {
  it('passes in full to the account that proves an address of the mailbox, and ends for its holder', async () => {
    const [holder, owner] = await signUpAll('');
    if (!owner) return expect.unreachable();
    await prove(owner);
    expect(await read(owner)).toMatchObject({
      has_creation_trial: true,
      trial_or_subscribed: true,
    });
    const { trial_ends_at } = await read(owner);
    expect(Date.parse(trial_ends_at ?? '')).toBeGreaterThanOrEqual(Date.parse(holder.trial_ends_at ?? ''));
    expect(await read(holder)).toMatchObject({ has_creation_trial: false, trial_or_subscribed: false });
    // A later proof of the other account changes nothing.
    await prove(holder);
    expect(await read(owner)).toMatchObject({ trial_ends_at });
    expect(await read(holder)).toMatchObject({ has_creation_trial: false });
  });

  it('passes by the link of a password reset too', async () => {
    const [, owner] = await signUpAll('');
    if (!owner) return expect.unreachable();
    await visitor
      .post('/users/password')
      .send({ user: { email: owner.email } })
      .expect(201);
    const mail = await prisma.outboxMessage.findFirstOrThrow({
      where: { userId: owner.id, kind: 'password_reset' },
    });
    const given = {
      reset_password_token: deps.secrets.deriveToken(
        'password_reset',
        owner.id,
        String(Object(mail.payload).nonce),
      ),
      password: PASSWORD,
      password_confirmation: PASSWORD,
    };
    await visitor.patch('/users/password').send({ user: given }).expect(204);
    const again = await visitor
      .post('/users/sign_in')
      .send({ user: { email: owner.email, password: PASSWORD } })
      .expect(200);
    expect(again.body.user).toMatchObject({ has_creation_trial: true });
  });

  it('passes to one of two accounts that prove their addresses at the same time', async () => {
    const [holder, ...others] = await signUpAll('', '+y');
    await Promise.all(others.map((user) => prove(user)));
    const users = await Promise.all([holder, ...others].map(read));
    expect(users.filter((user) => user.has_creation_trial)).toHaveLength(1);
    expect((await read(holder)).has_creation_trial).toBe(false);
  });

  it('stays with one of both when the holder proves its address at the same time', async () => {
    const [holder, owner] = await signUpAll('');
    if (!owner) return expect.unreachable();
    const replies = await Promise.all([prove(holder), prove(owner)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const both = await Promise.all([read(holder), read(owner)]);
    expect(both.filter((user) => user.has_creation_trial)).toHaveLength(1);
  });

  it('passes also when its holder has proven an address of another mailbox since, unless it had proven this one', async () => {
    for (const provesFirst of [false, true]) {
      const [holder, owner] = await signUpAll('');
      if (!owner) return expect.unreachable();
      if (provesFirst) await prove(holder);
      const email = `${unique('elsewhere')}@example.com`;
      await visitor.put('/api/v1/user').set(signedIn(holder)).send({ user: { email } }).expect(200);
      await prove(holder, 'confirm_email');
      expect(await read(holder)).toMatchObject({ email, email_verified: true, has_creation_trial: true });
      await prove(owner);
      expect((await read(owner)).has_creation_trial).toBe(!provesFirst);
      expect((await read(holder)).has_creation_trial).toBe(provesFirst);
    }
  });

  it('does not pass when its holder has proven its address', async () => {
    const [holder, owner] = await signUpAll('');
    if (!owner) return expect.unreachable();
    await prove(holder);
    await prove(owner);
    expect(await read(owner)).toMatchObject({ has_creation_trial: false, trial_ends_at: null });
    expect(await read(holder)).toMatchObject({ trial_ends_at: holder.trial_ends_at });
  });

  it('passes also when its holder has used it up or was deleted, since nobody proved the mailbox', async () => {
    const [idle, owner] = await signUpAll('');
    if (!owner) return expect.unreachable();
    await prisma.user.update({ where: { id: idle.id }, data: { trialEndsAt: new Date(Date.now() - 1_000) } });
    await prove(owner);
    expect(await read(owner)).toMatchObject({ has_creation_trial: true, trial_or_subscribed: true });
    const [gone, other] = await signUpAll('');
    if (!other) return expect.unreachable();
    await visitor.post('/api/v1/users/destroy').set(signedIn(gone)).expect(200);
    await prove(other);
    expect(await read(other)).toMatchObject({ has_creation_trial: true, trial_or_subscribed: true });
  });

  it('is one in 24 months for all accounts that prove addresses of the mailbox', async () => {
    const [, owner, second] = await signUpAll('', '+y');
    if (!owner || !second) return expect.unreachable();
    await prove(owner);
    await prove(second);
    expect(await read(second)).toMatchObject({ has_creation_trial: false });
    await visitor.post('/api/v1/users/destroy').set(signedIn(owner)).expect(200);
    const again = await signUp(owner.email);
    await prove(again);
    expect(await read(again)).toMatchObject({ has_creation_trial: false });
  });
});
