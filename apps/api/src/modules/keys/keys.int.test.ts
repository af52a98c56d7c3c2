import { LIMITS, PASSWORD_FRESH_MINUTES } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { describe, expect, it } from 'vitest';
import { createSecret } from '#src/core/secrets.ts';
import { startApp } from '../../../test/app.ts';
import { createKey, createList, createMedium, createUser, unique } from '../../../test/factories.ts';

const one = await startApp({ TRUST_PROXY: true });
const other = await startApp({ RATE_LIMIT: 'on', TRUST_PROXY: true });
const { app, prisma, visitor, as, deps } = one;

const MEDIA = '/api/v1/media/to_rate';
const bearing = (secret: string) => ({ authorization: `Bearer ${secret}` });
const statusOf = async ({ visitor: client }: Pick<typeof one, 'visitor'>, secret: string, path = MEDIA) =>
  (await client.get(path).set(bearing(secret))).status;
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const make = (user: User, key: object) => as(user).post('/api/v1/keys').send({ key });

describe('a personal key', () => {
  it('is shown once, listed without its secret, and stored as a hash', async () => {
    const user = await createUser(prisma);
    const { body } = await make(user, { name: ' Home  server ', scopes: ['read', 'write', 'read'] }).expect(
      201,
    );
    expect(body.secret).toMatch(/^mq_[\w-]{43}$/);
    expect(body.key).toMatchObject({
      name: 'Home server',
      scopes: ['read', 'write'],
      prefix: body.secret.slice(0, 7),
      last_used_on: null,
      expires_on: null,
    });
    expect(await statusOf(one, body.secret)).toBe(200);
    await expect
      .poll(async () => (await as(user).get('/api/v1/keys')).body.keys)
      .toEqual([{ ...body.key, last_used_on: inDays(0) }]);
    const stored = await prisma.personalKey.findMany({ where: { userId: user.id } });
    expect(JSON.stringify(stored)).not.toContain(body.secret);
  });

  it.each([
    ['an empty name', { name: ' ', scopes: ['read'] }],
    ['a name of 61 characters', { name: 'x'.repeat(61), scopes: ['read'] }],
    ['no scope', { name: 'Script', scopes: [] }],
    ['an unknown scope', { name: 'Script', scopes: ['admin'] }],
    ['a scope beside that of addresses', { name: 'Script', scopes: ['feed', 'read'] }],
    ['an end that is today', { name: 'Script', scopes: ['read'], expires_on: inDays(0) }],
    ['an end that is no day', { name: 'Script', scopes: ['read'], expires_on: 'soon' }],
  ])('is refused with %s', async (_, key) => {
    const { body } = await make(await createUser(prisma), key).expect(422);
    expect(body.error).toBe('invalid');
  });

  it('works in every process at once and is 401 in every process once it is revoked', async () => {
    const user = await createUser(prisma);
    expect(await statusOf(other, other.tokenOf(user))).toBe(200);
    const { body } = await make(user, { name: 'Script', scopes: ['read'] }).expect(201);
    expect(await statusOf(other, body.secret)).toBe(200);
    await as(user).delete(`/api/v1/keys/${body.key.id}`).expect(204);
    await as(user).delete(`/api/v1/keys/${body.key.id}`).expect(204);
    expect(await statusOf(one, body.secret)).toBe(401);
    await expect.poll(() => statusOf(other, body.secret)).toBe(401);
  });

  it('cannot be revoked by another user', async () => {
    const user = await createUser(prisma);
    const { body } = await make(user, { name: 'Script', scopes: ['read'] }).expect(201);
    await as(await createUser(prisma))
      .delete(`/api/v1/keys/${body.key.id}`)
      .expect(204);
    expect(await statusOf(one, body.secret)).toBe(200);
  });

  it('ends on its day', async () => {
    const user = await createUser(prisma);
    const ended = await createKey(prisma, user, ['read'], { expiresOn: new Date(inDays(0)) });
    const running = await createKey(prisma, user, ['read'], { expiresOn: new Date(inDays(1)) });
    expect(await statusOf(one, ended)).toBe(401);
    expect(await statusOf(one, running)).toBe(200);
  });

  it('works only while its user has access, and not for a disabled account', async () => {
    const user = await createUser(prisma, { trialEndsAt: new Date(0) });
    const secret = await createKey(prisma, user);
    expect(await statusOf(one, secret)).toBe(402);
    // A call that a session may make without a plan.
    expect(await statusOf(one, secret, '/api/v1/user_medium_genres')).toBe(402);
    await as(user).get('/api/v1/keys').expect(200);
    expect((await make(user, { name: 'Script', scopes: ['read'] })).status).toBe(402);
    const disabled = await createUser(prisma, { disabledAt: new Date() });
    expect(await statusOf(one, await createKey(prisma, disabled))).toBe(403);
  });

  it('of the scope for addresses is no token', async () => {
    expect(await statusOf(one, await createKey(prisma, await createUser(prisma), ['feed']))).toBe(401);
  });

  it('neither sees nor changes lists that others share, and learns no address and no share code', async () => {
    const [user, friend] = [await createUser(prisma), await createUser(prisma)];
    const medium = await createMedium(prisma);
    const own = await createList(prisma, user, { media: [medium], shares: [{ user: friend }] });
    const joined = await createList(prisma, friend, {
      media: [medium],
      collaborate: true,
      shares: [{ user, shareAllowed: true }],
    });
    const headers = bearing(await createKey(prisma, user, ['read', 'write']));
    const { body } = await visitor.get('/api/v1/user_lists?shared_included=true').set(headers).expect(200);
    expect(body.user_lists.map(({ id }: { id: number }) => id)).not.toContain(joined.id);
    const detail = await visitor.get(`/api/v1/user_lists/${own.id}`).set(headers).expect(200);
    expect(detail.body.user_list).toMatchObject({ share_items: [], share_code: null, can_share: false });
    expect(JSON.stringify([body, detail.body])).not.toContain(friend.email);

    const missing = { status: 403, body: { error: 'scope_missing' } };
    const entries = `/api/v1/user_lists/${joined.id}/user_list_media`;
    const listed = { user_list_medium: { medium_id: medium.id } };
    expect(await visitor.get(`/api/v1/user_lists/${joined.id}`).set(headers)).toMatchObject(missing);
    expect(await visitor.post(entries).set(headers).send(listed)).toMatchObject(missing);
    expect(await visitor.delete(`${entries}/0?medium_id=${medium.id}`).set(headers)).toMatchObject(missing);
    expect(
      await visitor.get(`/api/v2/media?selection=single_list&id=${joined.id}`).set(headers),
    ).toMatchObject(missing);
    expect(await prisma.userListMedium.count({ where: { listId: joined.id } })).toBe(1);
  });
});

describe('making a key', () => {
  it('needs the password when the session is older than ten minutes', async () => {
    const user = await createUser(prisma);
    const iat = Math.floor(Date.now() / 1_000) - (PASSWORD_FRESH_MINUTES + 1) * 60;
    const token = app.jwt.sign({ sub: String(user.id), ver: user.tokenVersion, jti: unique('t'), iat });
    const reply = await visitor
      .post('/api/v1/keys')
      .set(bearing(token))
      .send({ key: { name: 'Script', scopes: ['read'] } });
    expect([reply.status, reply.body.error]).toEqual([422, 'password_needed']);
    expect(await prisma.personalKey.count({ where: { userId: user.id } })).toBe(0);
  });

  it('stops at twenty, also for calls at once', async () => {
    const user = await createUser(prisma);
    const replies = await Promise.all(
      Array.from({ length: 23 }, (_, at) => make(user, { name: `Script ${at}`, scopes: ['read'] })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(replies.filter(({ body }) => body.error === 'limit_reached')).toHaveLength(3);
  });
});

describe('all keys of a user end', () => {
  const keyed = async () => {
    const user = await createUser(prisma);
    return { user, secrets: [await createKey(prisma, user), await createKey(prisma, user, ['feed'])] };
  };
  const expectEnded = async ({ user, secrets }: Awaited<ReturnType<typeof keyed>>) => {
    expect(await statusOf(one, secrets[0] ?? '')).toBe(401);
    await expect.poll(() => statusOf(other, secrets[0] ?? '')).toBe(401);
    expect(await prisma.personalKey.count({ where: { userId: user.id } })).toBe(0);
  };

  it('with "sign out everywhere", and not with a usual sign-out', async () => {
    const each = await keyed();
    await as(each.user).post('/users/sign_out').expect(204);
    expect(await statusOf(one, each.secrets[0] ?? '')).toBe(200);
    expect(await statusOf(other, each.secrets[0] ?? '')).toBe(200);
    await as(each.user).post('/users/sign_out').send({ everywhere: true }).expect(204);
    await expectEnded(each);
  });

  it('with a reset of the password', async () => {
    const each = await keyed();
    const { id, email } = each.user;
    await visitor.post('/users/password').send({ user: { email } }).expect(201);
    const { payload } = await prisma.outboxMessage.findFirstOrThrow({ where: { userId: id } });
    const reset_password_token = deps.secrets.deriveToken(
      'password_reset',
      id,
      String(Object(payload).nonce),
    );
    const password = 'another 1 of mine';
    await visitor
      .patch('/users/password')
      .send({ user: { reset_password_token, password, password_confirmation: password } })
      .expect(204);
    await expectEnded(each);
  });

  it('with a restored address', async () => {
    const each = await keyed();
    const { id } = each.user;
    await as(each.user)
      .put('/api/v1/user')
      .send({ user: { email: `${unique('moved')}@example.com` } })
      .expect(200);
    const { payload } = await prisma.outboxMessage.findFirstOrThrow({
      where: { userId: id, kind: 'email_changed' },
    });
    const code = deps.secrets.deriveToken('email_restore', id, String(Object(payload).nonce));
    await visitor.post('/api/v1/users/restore_email').send({ code }).expect(200);
    await expectEnded(each);
  });

  it('with the account', async () => {
    const each = await keyed();
    await as(each.user).post('/api/v1/users/destroy').expect(200);
    await expectEnded(each);
  });
});

describe('limits', () => {
  it('let all keys of a user share a third of the calls, and leave the rest to the sessions', async () => {
    const user = await createUser(prisma);
    const secrets = [await createKey(prisma, user), await createKey(prisma, user, ['write'])];
    const statuses: number[] = [];
    for (let call = 0; call < LIMITS.keyCalls.max + 2; call++)
      statuses.push(await statusOf(other, secrets[call % 2] ?? '', '/api/v1/user_medium_genres'));
    expect(statuses.indexOf(429)).toBeGreaterThan(LIMITS.keyCalls.max / 2);
    expect(statuses.at(-1)).toBe(429);
    expect(await statusOf(other, other.tokenOf(user))).toBe(200);
  });

  it('take nothing from the visitors at an address where a key is used for the first time', async () => {
    const ip = '192.0.2.78';
    const secret = await createKey(prisma, await createUser(prisma));
    await other.visitor.get(MEDIA).set('x-forwarded-for', ip).set(bearing(secret)).expect(200);
    for (let call = 1; call < LIMITS.calls.max; call++) other.deps.limits.takeCall('calls', ip);
    await other.visitor.get('/api/v1/countries').set('x-forwarded-for', ip).expect(200);
  });

  it('end guesses for their address without a look into the database, and slow no key of others', async () => {
    const secret = await createKey(prisma, await createUser(prisma));
    const guess = () =>
      other.visitor
        .get(MEDIA)
        .set('x-forwarded-for', '192.0.2.77')
        .set(bearing(`mq_${createSecret()}`));
    const statuses = new Set<number>();
    for (let guesses = 0; guesses < LIMITS.calls.max + 20; guesses++) statuses.add((await guess()).status);
    expect([...statuses].toSorted()).toEqual([401, 429]);
    expect((await guess()).status).toBe(429);
    expect(await statusOf(other, secret)).toBe(200);
  });
});
