import { LIMITS } from '@marquee/contracts';
import { describe, expect, it, vi } from 'vitest';
import { createRedisCounts } from '#src/clients/limit-counts.ts';
import { startApp } from '../../test/app.ts';
import { testRedisUrl } from '../../test/database.ts';
import {
  createList,
  createMedium,
  createUser,
  createWatchHook,
  PASSWORD,
  unique,
} from '../../test/factories.ts';

const redisUrl = testRedisUrl();

type App = Awaited<ReturnType<typeof startApp>>;
const signIn = ({ visitor }: App, email: string, password: string, ip = '192.0.2.1') =>
  visitor.post('/users/sign_in').set('x-forwarded-for', ip).send({ user: { email, password } });

/** Expects the normal reply to ten failed logins, and then a refusal of a login with the correct password. */
async function expectTenFailures(app: App): Promise<void> {
  const user = await createUser(app.prisma);
  for (let failure = 0; failure < 10; failure++) {
    const email = failure % 2 ? user.email : user.email.toUpperCase();
    expect((await signIn(app, email, 'wrong1234')).body.error).toBe('invalid_credentials');
  }
  const right = await signIn(app, user.email, PASSWORD);
  expect([right.status, right.body.error]).toEqual([429, 'too_many_requests']);
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(14 * 60);
  expect(Number(right.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
  // Another email and another IP address are not limited.
  const other = await createUser(app.prisma);
  expect((await signIn(app, other.email, PASSWORD)).status).toBe(200);
  expect((await signIn(app, user.email, PASSWORD, '192.0.2.2')).status).toBe(200);
}

describe('the API with one process', async () => {
  const app = await startApp({ RATE_LIMIT: 'on', TRUST_PROXY: true });
  const { prisma, visitor, as, deps } = app;

  it('refuses logins after ten failures', () => expectTenFailures(app));

  it('does not count successful logins', async () => {
    const user = await createUser(prisma);
    for (let success = 0; success < 15; success++) {
      expect((await signIn(app, user.email, PASSWORD)).status).toBe(200);
    }
    for (let failure = 0; failure < 9; failure++) await signIn(app, user.email, 'wrong1234');
    expect((await signIn(app, user.email, PASSWORD)).status).toBe(200);
  });

  it('counts simultaneous failed logins', async () => {
    const user = await createUser(prisma);
    const all = await Promise.all(Array.from({ length: 30 }, () => signIn(app, user.email, 'wrong1234')));
    expect(all.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it('allows ten sign-ups an hour per IP address', async () => {
    const signUp = (ip: string) => {
      const name = unique('p');
      const user = { email: `${name}@example.com`, display_name: name, password: PASSWORD };
      return visitor.post('/users').set('x-forwarded-for', ip).send({ user });
    };
    for (let time = 0; time < 10; time++) expect((await signUp('192.0.2.10')).status).toBe(201);
    const refused = await signUp('192.0.2.10');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await signUp('192.0.2.11')).status).toBe(201);
  });

  it('counts a repeated sign-up as a failed login, so that it cannot be used to guess a password', async () => {
    const name = unique('p');
    const signUp = (ip: string, password: string) =>
      visitor
        .post('/users')
        .set('x-forwarded-for', ip)
        .send({ user: { email: `${name}@example.com`, display_name: name, password } });
    await signUp('192.0.2.70', PASSWORD).expect(201);
    const { max } = LIMITS.failedSignIns;
    for (let time = 1; time < max; time++) await signUp('192.0.2.70', 'a-wrong-phrase-8').expect(422);
    await signUp('192.0.2.71', PASSWORD).expect(201);
    await signUp('192.0.2.70', PASSWORD).expect(429);
    const { body } = await signIn(app, `${name}@example.com`, 'wrong1234', '192.0.2.70');
    expect(body.error).toBe('invalid_credentials');
    expect((await signIn(app, `${name}@example.com`, PASSWORD, '192.0.2.70')).status).toBe(429);
  });

  it('allows sixty guesses an hour per IP address at the address of a media server, and still takes true ones', async () => {
    const path = `/hooks/watched/${await createWatchHook(prisma, await createUser(prisma))}`;
    const report = (to: string) =>
      visitor.post(to).set('x-forwarded-for', '192.0.2.60').send({ event: 'media.pause' });
    for (let time = 0; time < LIMITS.unknownWatchHooks.max; time++) {
      await report(path).expect(204);
      await report('/hooks/watched/guess').expect(404);
    }
    expect((await report('/hooks/watched/guess')).status).toBe(429);
    await report(path).expect(204);
  });

  it('allows 600 reports an hour of one media server, from any address', async () => {
    const path = `/hooks/watched/${await createWatchHook(prisma, await createUser(prisma))}`;
    const report = (ip: number) =>
      visitor
        .post(path)
        .set('x-forwarded-for', `198.51.100.${ip % 50}`)
        .send({ event: 'media.pause' });
    for (let time = 0; time < LIMITS.watchReports.max; time += 50)
      await Promise.all(Array.from({ length: 50 }, (_, at) => report(at).expect(204)));
    expect((await report(1)).status).toBe(429);
  });

  it('allows twenty attempts an hour per IP address to join rounds, so that codes cannot be tried', async () => {
    const join = (ip: string) =>
      visitor
        .post('/api/v1/rounds/2abcdefgh3jkm/join')
        .set('x-forwarded-for', ip)
        .send({ name: unique('g').slice(0, 12) });
    for (let time = 0; time < LIMITS.roundJoins.max; time++) {
      expect((await join('192.0.2.40')).status).toBe(404);
    }
    const refused = await join('192.0.2.40');
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await join('192.0.2.41')).status).toBe(404);
  });

  it('allows thirty invitations to rounds a day, and rounds without invitations beyond', async () => {
    const host = await createUser(prisma);
    const friends = await Promise.all(Array.from({ length: 5 }, () => createUser(prisma)));
    await createList(prisma, host, { shares: friends.map((user) => ({ user })) });
    const ids = friends.map(({ id }) => id);
    const start = () => as(host).post('/api/v1/rounds').send({ mode: 'list', companion_ids: ids });
    for (let invited = 0; invited < LIMITS.roundInvitations.max; invited += ids.length) {
      const { body } = await start().expect(201);
      await as(host).delete(`/api/v1/rounds/${body.round.code}/me`).expect(204);
    }
    const refused = await start();
    expect(refused.status).toBe(429);
    expect(refused.body.message).toMatch(/The link works for everybody/);
    // Another host may invite them until their own count is full.
    const [friend] = friends;
    const invite = async () => {
      const other = await createUser(prisma);
      await createList(prisma, other, { shares: friends.map((user) => ({ user })) });
      return as(other)
        .post('/api/v1/rounds')
        .send({ mode: 'list', companion_ids: [friend?.id] });
    };
    for (let got = 6; got < LIMITS.roundInvitationsTo.max; got++) expect((await invite()).status).toBe(201);
    // Over it, the companion is invited without a mail.
    expect((await invite()).status).toBe(201);
    expect(
      await prisma.outboxMessage.count({ where: { kind: 'round_invitation', userId: { in: ids } } }),
    ).toBe(LIMITS.roundInvitations.max + LIMITS.roundInvitationsTo.max - 6);
    await as(host).post('/api/v1/rounds').send({ mode: 'list' }).expect(201);
  });

  it('allows fifty rounds a day, so that ended rounds do not fill the database', async () => {
    const host = await createUser(prisma);
    const start = () => as(host).post('/api/v1/rounds').send({ mode: 'swipe' });
    for (let time = 0; time < LIMITS.rounds.max; time++) {
      const { body } = await start().expect(201);
      await as(host).patch(`/api/v1/rounds/${body.round.code}`).send({ state: 'ended' }).expect(200);
    }
    const refused = await start();
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests']);
    expect(await prisma.roundMember.count({ where: { userId: host.id } })).toBe(LIMITS.rounds.max);
  });

  it('mails a stranger at most five links an hour, however many users want the address', async () => {
    const stranger = `${unique('stranger')}@example.com`;
    const accepted: string[] = [];
    const statuses: number[] = [];
    for (let time = 0; time < 4; time++) {
      const user = await createUser(prisma);
      for (const email of [stranger, `${unique('other')}@example.com`, stranger]) {
        const { status } = await as(user).put('/api/v1/user').send({ user: { email } });
        statuses.push(status);
        if (status === 200) accepted.push(email);
      }
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(3);
    // Each accepted change mails one link to the new address.
    expect(accepted.filter((email) => email === stranger)).toHaveLength(LIMITS.mails.max);
  });

  it('lets a user join one list five times an hour, so that a user who leaves and joins again cannot send many mails to its owner', async () => {
    const [owner, user] = [await createUser(prisma), await createUser(prisma)];
    const list = await createList(prisma, owner);
    const join = () => as(user).post(`/api/v1/user_lists/${list.shareCode}/shared_link`);
    for (let time = 0; time < LIMITS.listJoins.max; time++) {
      await join().expect(200);
      await join().expect(200);
      await as(user).delete(`/api/v1/user_lists/${list.id}`).expect(204);
    }
    const refused = await join();
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests']);
  });

  it('limits by account how often a user shares, joins and changes lists', async () => {
    const [owner, user] = [await createUser(prisma), await createUser(prisma)];
    const list = await createList(prisma, user);
    await createList(prisma, owner);
    const me = as(user);
    const share = () =>
      me.post(`/api/v1/user_lists/${list.id}/share`).send({ user_list: { share_items: [] } });
    const join = () => me.post('/api/v1/user_lists/unknown-code-of-a-list/shared_link');
    const change = () => me.put(`/api/v1/user_lists/${list.id}`).send({ user_list: { name: list.name } });
    for (const [name, ask, usual] of [
      ['shares', share, 200],
      ['joins', join, 404],
      ['listWrites', change, 200],
    ] as const) {
      expect((await ask()).status).toBe(usual);
      const { windowMs, max } = LIMITS[name];
      await deps.limits.takeAll(name, String(user.id), { by: max - 1, max, tooMany: () => '' });
      const refused = await ask();
      expect([name, refused.status, refused.body.error]).toEqual([name, 429, 'too_many_requests']);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(windowMs / 1_000);
    }
  });

  it('counts a new order of a list by the titles that it moves, and a heavy call by its cost', async () => {
    const user = await createUser(prisma);
    const media = await Promise.all(Array.from({ length: 120 }, () => createMedium(prisma)));
    const list = await createList(prisma, user, { media });
    const counted = vi.spyOn(deps.limits, 'takeCall');
    const reorder = (ids: readonly number[]) =>
      as(user)
        .put(`/api/v1/user_lists/${list.id}`)
        .send({ user_list: { sorted_medium_ids: ids.join(',') } })
        .expect(200);
    const ids = media.map(({ id }) => id);
    await reorder([...ids.slice(1), ...ids.slice(0, 1)]);
    expect(counted).toHaveBeenLastCalledWith('calls', String(user.id), 0);
    await reorder(ids.toReversed());
    expect(counted).toHaveBeenLastCalledWith('calls', String(user.id), 2);
    await as(user).post('/api/v1/user_lists/batch_update').send({ user_lists: [] }).expect(200);
    expect(counted).toHaveBeenLastCalledWith('calls', String(user.id), 5);
    vi.restoreAllMocks();
  });

  it('limits checks of email addresses and display names to twenty per minute and IP address', async () => {
    const check = (index: number) =>
      index % 2
        ? visitor
            .post('/api/v1/users/check_email_exists')
            .set('x-forwarded-for', '192.0.2.20')
            .send({ email: 'a@example.com' })
        : visitor
            .post('/api/v1/users/check_display_name_exists')
            .set('x-forwarded-for', '192.0.2.20')
            .send({ display_name: 'abc' });
    for (let time = 0; time < 20; time++) expect((await check(time)).status).toBe(200);
    expect((await check(0)).status).toBe(429);
    expect((await check(1)).status).toBe(429);
  });

  it('sends one address at most five links of each kind per hour', async () => {
    const user = await createUser(prisma);
    const from = (path: string, ip: string) => (email: string) =>
      visitor.post(path).set('x-forwarded-for', ip).send({ user: { email } });
    const reset = from('/users/password', '192.0.2.40');
    const remove = from('/api/v1/user/delete_account', '192.0.2.41');
    const count = (kind: string) => prisma.outboxMessage.count({ where: { userId: user.id, kind } });
    for (let time = 0; time < 6; time++)
      expect((await remove(time ? user.email : user.email.toUpperCase())).status).toBe(200);
    expect(await count('deletion_code')).toBe(5);
    // Each kind of mail has a separate count.
    for (let time = 0; time < 6; time++) expect((await reset(user.email)).status).toBe(201);
    expect(await count('password_reset')).toBe(5);
    await prisma.passwordReset.deleteMany({ where: { userId: user.id } });
    const refused = await reset(user.email);
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    for (let time = 0; time < 6; time++) expect((await remove('nobody@example.com')).status).toBe(200);
  });

  it('sends the spellings of one mailbox together at most five mails of each kind per hour', async () => {
    const name = unique('tagged');
    const spell = (at: number): string => `${name}+${at}@example.com`;
    const spellings = [1, 2, 3, 4, 5, 6, 7].map(spell);
    for (const [at, email] of spellings.entries()) {
      const user = { email, display_name: unique('p'), password: PASSWORD };
      await visitor
        .post('/users')
        .set('x-forwarded-for', `192.0.2.${100 + at}`)
        .send({ user })
        .expect(201);
    }
    const toSpellings = { user: { email: { in: spellings } } };
    const count = (kind: string) => prisma.outboxMessage.count({ where: { kind, ...toSpellings } });
    expect(await count('welcome')).toBe(LIMITS.mails.max);

    const owner = await createUser(prisma);
    const list = await createList(prisma, owner);
    const share_items = [8, 9, 10, 11, 12, 13, 14].map((at) => ({ email: spell(at) }));
    await as(owner)
      .post(`/api/v1/user_lists/${list.id}/share`)
      .send({ user_list: { share_items } })
      .expect(200);
    expect(await prisma.outboxMessage.count({ where: { kind: 'invitation' } })).toBe(LIMITS.mails.max);

    const statuses: number[] = [];
    for (const at of [15, 16, 17, 18, 19, 20]) {
      const user = { email: spell(at) };
      statuses.push(
        (
          await as(await createUser(prisma))
            .put('/api/v1/user')
            .send({ user })
        ).status,
      );
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('does not let a stranger use up the mails of a proven address by signing up with its spellings', async () => {
    const name = unique('owner');
    const owner = await createUser(prisma, { email: `${name}@example.com` });
    const stranger = await createUser(prisma, { email: `${name}+x@example.com`, emailVerifiedAt: null });
    for (const path of ['/users/password', '/api/v1/user/delete_account']) {
      const ask = (email: string) =>
        visitor.post(path).set('x-forwarded-for', '192.0.2.120').send({ user: { email } });
      for (let time = 0; time < LIMITS.mails.max; time++) await ask(stranger.email);
      expect((await ask(owner.email)).status).toBeLessThan(300);
    }
    const mails = await prisma.outboxMessage.findMany({ where: { userId: owner.id } });
    expect(mails.map(({ kind }) => kind).toSorted()).toEqual(['deletion_code', 'password_reset']);
  });

  it('sends the address as written its first mail of an hour although strangers used up the mails of its mailbox, and no mailbox more than twenty a day', async () => {
    const name = unique('owner');
    const ask = (email: string, at: number) =>
      visitor
        .post('/users/password')
        .set('x-forwarded-for', `192.0.2.${130 + at}`)
        .send({ user: { email } });
    const strangers = await Promise.all(
      ['a', 'b'].map((tag) =>
        createUser(prisma, { email: `${name}+${tag}@example.com`, emailVerifiedAt: null }),
      ),
    );
    for (let at = 0; at < LIMITS.mails.max; at++) await ask(strangers[at % 2]?.email ?? '', at);
    const owner = await createUser(prisma, { email: `${name}@example.com`, emailVerifiedAt: null });
    expect((await ask(owner.email, 10)).status).toBe(201);
    expect(await prisma.outboxMessage.count({ where: { userId: owner.id } })).toBe(1);
    const mailbox = deps.secrets.hashMailbox(owner.email);
    const { max } = LIMITS.mailsDaily;
    const refused = deps.limits.takeAll('mailsDaily', mailbox, {
      by: max - LIMITS.mails.max + 1,
      max,
      tooMany: () => '',
    });
    await expect(refused).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  it('sends a mailbox whose provider ignores dots no further mail for each way to place them', async () => {
    const letters = [...unique('dots')];
    const spellings = letters
      .slice(1, 9)
      .map((_, at) => `${letters.slice(0, at + 1).join('')}.${letters.slice(at + 1).join('')}@gmail.com`);
    for (const [at, email] of spellings.entries()) {
      const user = { email, display_name: unique('p'), password: PASSWORD };
      await visitor
        .post('/users')
        .set('x-forwarded-for', `192.0.2.${170 + at}`)
        .send({ user })
        .expect(201);
    }
    const welcomes = { kind: 'welcome', user: { email: { in: spellings } } };
    expect(await prisma.outboxMessage.count({ where: welcomes })).toBe(LIMITS.mails.max);
  });

  it('counts calls with an ended token by IP, so that a thief cannot use up the calls of the owner', async () => {
    const user = await createUser(prisma);
    const thief = as(user);
    await as(user).post('/users/sign_out').send({ everywhere: true }).expect(204);
    const owner = as(await prisma.user.findUniqueOrThrow({ where: { id: user.id } }));
    const statuses = new Set<number>();
    for (let at = 0; at <= LIMITS.calls.max; at++)
      statuses.add((await thief.get('/api/v1/user').set('x-forwarded-for', '192.0.2.190')).status);
    expect([...statuses]).toEqual([401, 429]);
    await owner.get('/api/v1/user').expect(200);
  });

  it('lets forty guesses from four addresses try an account twenty times, and its owner still sign in', async () => {
    const user = await createUser(prisma);
    const guesses = Array.from({ length: 40 }, (_, at) => `192.0.2.${150 + (at % 4)}`);
    const statuses: number[] = [];
    for (const ip of guesses) statuses.push((await signIn(app, user.email, 'wrong1234', ip)).status);
    const { max, left } = LIMITS.failedSignInsByAddress;
    expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(max + 4 * left);
    expect((await signIn(app, user.email, PASSWORD, '192.0.2.160')).status).toBe(200);
  });

  it('counts no change of address when the new address has got too many links', async () => {
    const stranger = `${unique('stranger')}@example.com`;
    const move = async (user: Awaited<ReturnType<typeof createUser>>, email: string) =>
      (await as(user).put('/api/v1/user').send({ user: { email } })).status;
    for (let time = 0; time < LIMITS.mails.max; time++)
      expect(await move(await createUser(prisma), stranger)).toBe(200);
    const user = await createUser(prisma);
    for (let time = 0; time < LIMITS.mails.max; time++) expect(await move(user, stranger)).toBe(429);
    expect(await move(user, `${unique('mine')}@example.com`)).toBe(200);
  });

  it('counts rounds and joins while no row is locked, because Redis may be slow', async () => {
    const [owner, user] = [await createUser(prisma), await createUser(prisma)];
    const list = await createList(prisma, owner);
    const counted: string[] = [];
    const look = vi.spyOn(deps.limits, 'take').mockImplementation(async (name) => {
      await prisma.$queryRaw`SELECT 1 FROM users WHERE id = ${user.id} FOR UPDATE NOWAIT`;
      await prisma.$queryRaw`SELECT 1 FROM user_lists WHERE id = ${list.id} FOR UPDATE NOWAIT`;
      counted.push(name);
    });
    await as(user).post('/api/v1/rounds').send({ mode: 'swipe' }).expect(201);
    await as(user).post(`/api/v1/user_lists/${list.shareCode}/shared_link`).expect(200);
    look.mockRestore();
    expect(counted).toEqual(['rounds', 'joins', 'listJoins']);
  });

  it('counts no round that is refused because five are open', async () => {
    const user = await createUser(prisma);
    const start = () => as(user).post('/api/v1/rounds').send({ mode: 'swipe' });
    const codes: string[] = [];
    for (let open = 0; open < 5; open++) codes.push((await start().expect(201)).body.round.code);
    for (let time = 5; time <= LIMITS.rounds.max; time++)
      expect((await start()).body.error).toBe('limit_reached');
    await as(user).patch(`/api/v1/rounds/${codes[0]}`).send({ state: 'ended' }).expect(200);
    await start().expect(201);
  });

  it('refuses a whole call when an unproven user would exceed five invitations a day', async () => {
    const user = await createUser(prisma, { emailVerifiedAt: null });
    const list = await createList(prisma, user);
    const invite = (count: number) =>
      as(user)
        .post(`/api/v1/user_lists/${list.id}/share`)
        .send({
          user_list: {
            share_items: Array.from({ length: count }, () => ({ email: `${unique('i')}@example.com` })),
          },
        });
    expect((await invite(4)).status).toBe(200);
    const refused = await invite(2);
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests']);
    expect(refused.body.message).toContain('1 more invitation today');
    expect((await invite(1)).status).toBe(200);
    expect(await prisma.userListShare.count({ where: { listId: list.id } })).toBe(5);
  });

  it('limits requests for mailed links to twenty per hour and IP address', async () => {
    const ask = (index: number) =>
      visitor
        .post('/api/v1/user/delete_account')
        .set('x-forwarded-for', '192.0.2.42')
        .send({ user: { email: `stranger${index}@example.com` } });
    for (let index = 0; index < 20; index++) expect((await ask(index)).status).toBe(200);
    expect((await ask(20)).status).toBe(429);
  });

  it('limits password reset requests to twenty per minute and IP address, even for unknown addresses', async () => {
    const ask = () =>
      visitor
        .post('/users/password')
        .set('x-forwarded-for', '192.0.2.43')
        .send({ user: { email: 'nobody@example.com' } });
    for (let time = 0; time < 20; time++) expect((await ask()).status).toBe(422);
    expect((await ask()).status).toBe(429);
  });

  it('allows 600 calls a minute per user, and still accepts a login afterwards', async () => {
    const user = await createUser(prisma);
    const me = as(user);
    let refused: { status: number; headers: Record<string, string> } | undefined;
    for (let sent = 0; sent < LIMITS.calls.max; sent += 50) {
      const replies = await Promise.all(Array.from({ length: 50 }, () => me.get('/api/v1/user_preferences')));
      refused ??= replies.find(({ status }) => status !== 200);
    }
    expect(refused).toBeUndefined();
    const last = await me.get('/api/v1/user_preferences');
    expect(last.status).toBe(429);
    expect(Number(last.headers['retry-after'])).toBeLessThanOrEqual(60);
    const elsewhere = await signIn(app, user.email, PASSWORD);
    expect(elsewhere.status).toBe(200);
  });
});

describe('the API with a Redis that does not answer', async () => {
  const app = await startApp({ RATE_LIMIT: 'on', TRUST_PROXY: true, REDIS_URL: 'redis://127.0.0.1:1' });
  it('refuses logins after ten failures', () => expectTenFailures(app));
});

describe.skipIf(redisUrl === null)('the API with two processes and one Redis', () => {
  it('counts failed logins of both processes together', async () => {
    const [one, two] = await Promise.all([
      startApp({ RATE_LIMIT: 'on', REDIS_URL: redisUrl }),
      startApp({ RATE_LIMIT: 'on', REDIS_URL: redisUrl }),
    ]);
    const user = await createUser(one.prisma);
    for (let failure = 0; failure < 5; failure++) {
      expect((await signIn(one, user.email, 'wrong1234')).status).toBe(422);
      expect((await signIn(two, user.email, 'wrong1234')).status).toBe(422);
    }
    expect((await signIn(one, user.email, PASSWORD)).status).toBe(429);
    expect((await signIn(two, user.email, PASSWORD)).status).toBe(429);
  });

  it('allows no more calls in a window because a call of the one before is given back', async () => {
    const counts = createRedisCounts(redisUrl ?? '', () => undefined);
    const key = unique('window');
    await expect.poll(() => counts.add(unique('ready'), 100).catch(() => null)).not.toBeNull();
    expect(await counts.add(key, 60_000, -3)).toMatchObject({ count: 0 });
    expect(await counts.add(key, 60_000)).toMatchObject({ count: 1 });
    counts.close();
  });

  it('starts a new count after the end of a window', async () => {
    const counts = createRedisCounts(redisUrl ?? '', () => undefined);
    const key = unique('window');
    await expect.poll(() => counts.add(key, 100).catch(() => null)).not.toBeNull();
    expect((await counts.add(key, 100)).count).toBeGreaterThanOrEqual(1);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await counts.add(key, 100)).toMatchObject({ count: 1 });
    counts.close();
  });
});
