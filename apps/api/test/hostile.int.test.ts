// Repeats attacks that succeeded in earlier versions. Limits and bot checks are on, as in production.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CAPS, LIMITS } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startApp } from './app.ts';
import { createList, createUser, createWatchHook, PASSWORD, unique } from './factories.ts';

const { app, deps, prisma, tokenOf } = await startApp({ RATE_LIMIT: 'on', BOT_CHECK: 'altcha' });

afterEach(() => {
  vi.useRealTimers();
});

interface Given {
  user?: User;
  body?: object;
  headers?: Record<string, string>;
}

let lastIp = 0;
/** Returns an IP address that no other test uses. */
const newIp = (): string => `198.51.100.${++lastIp}`;

async function send(
  ip: string,
  method: 'GET' | 'POST',
  url: string,
  { user, body, headers = {} }: Given = {},
) {
  const reply = await app.inject({
    method,
    url,
    remoteAddress: ip,
    headers: { ...(user && { authorization: `Bearer ${tokenOf(user)}` }), ...headers },
    ...(body && { payload: body }),
  });
  const isJson = String(reply.headers['content-type']).startsWith('application/json');
  return { status: reply.statusCode, body: isJson ? reply.json() : {}, headers: reply.headers };
}

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const countStatuses = (replies: readonly { status: number }[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const invite = (user: User, listId: number, count: number) =>
  send(newIp(), 'POST', `/api/v1/user_lists/${listId}/share`, {
    user,
    body: {
      user_list: {
        share_items: Array.from({ length: count }, () => ({ email: `${unique('i')}@example.com` })),
      },
    },
  });

describe('a client that does not own an address', () => {
  it('gets no invitation for the address, even after a sign-up with the address', async () => {
    const address = `${unique('victim')}@example.com`;
    const list = await createList(prisma, await createUser(prisma));
    const share = await prisma.userListShare.create({ data: { listId: list.id, email: address } });
    const name = unique('s');
    const { body } = await send(newIp(), 'POST', '/users', {
      body: { user: { email: address, display_name: name, password: 'a-strange-phrase-7' } },
    });
    const headers = { authorization: `Bearer ${body.user.access_token}` };
    const lists = await send(newIp(), 'GET', '/api/v1/user_lists?shared_included=true', { headers });
    expect(JSON.stringify(lists.body)).not.toContain(share.code);
    expect(
      (await send(newIp(), 'GET', `/api/v1/user_lists/${list.shareCode}`, { headers })).body.media ?? [],
    ).toEqual([]);
  });

  it('cannot prevent a password reset when it requests many deletion links', async () => {
    const owner = await createUser(prisma);
    for (let time = 0; time < LIMITS.mails.max + 1; time++)
      await send(newIp(), 'POST', '/api/v1/user/delete_account', { body: { user: { email: owner.email } } });
    const reset = await send(newIp(), 'POST', '/users/password', { body: { user: { email: owner.email } } });
    expect(reset.status).toBe(201);
    expect(await prisma.outboxMessage.count({ where: { userId: owner.id, kind: 'password_reset' } })).toBe(1);
  });

  it('is refused when it checks more addresses than allowed', async () => {
    const ip = newIp();
    const replies = await times(300, (index) =>
      send(ip, 'POST', '/users/password', { body: { user: { email: `guess${index}@example.com` } } }),
    );
    expect(countStatuses(replies)).toEqual({ 422: LIMITS.checks.max, 429: 300 - LIMITS.checks.max });
  });
});

describe('an account that sends too much', () => {
  it('creates no list when one call has more lists than the cap', async () => {
    const user = await createUser(prisma);
    const user_lists = Array.from({ length: CAPS.customLists + 2 }, () => ({ name: unique('Flood') }));
    const refused = await send(newIp(), 'POST', '/api/v1/user_lists/batch_update', {
      user,
      body: { user_lists },
    });
    expect(refused.status).toBe(422);
    expect(await prisma.userList.count({ where: { ownerId: user.id, listType: 'custom' } })).toBe(0);
  });

  it('sends no more invitations than an account without a proven address may send', async () => {
    const user = await createUser(prisma, { emailVerifiedAt: null });
    const list = await createList(prisma, user);
    const replies = await times(100, () => invite(user, list.id, 5));
    expect(countStatuses(replies)[200]).toBe(1);
    expect(await prisma.userListShare.count({ where: { listId: list.id } })).toBe(
      LIMITS.invitations.unproven,
    );
  });

  it('may still send invitations after a call that was invalid or over a limit', async () => {
    const user = await createUser(prisma, { emailVerifiedAt: null });
    const list = await createList(prisma, user);
    const twice = { user_list: { share_items: [{ email: 'a@example.com' }, { email: 'A@example.com' }] } };
    const invalid = await send(newIp(), 'POST', `/api/v1/user_lists/${list.id}/share`, { user, body: twice });
    expect(invalid.status).toBe(422);
    const { max } = LIMITS.allInvitations;
    // Uses up the limit that all users share.
    await deps.limits.takeAll('allInvitations', 'all', { by: max, max: 2 * max, tooMany: String });
    const ceiling = await invite(user, list.id, LIMITS.invitations.unproven);
    await deps.limits.giveBack('allInvitations', 'all', max);
    expect([ceiling.status, deps.limits.refusals().get('allInvitations')]).toEqual([429, 1]);
    expect((await invite(user, list.id, LIMITS.invitations.unproven)).status).toBe(200);
    const metrics = await app.inject('/metrics');
    expect(metrics.body).toContain('marquee_limit_refusals_total{limit="allInvitations"} 1');
  });

  it('gets an answer to a search with forty words', async () => {
    const user = await createUser(prisma);
    const query = Array.from({ length: 40 }, (_, at) => `w${at}`).join('+');
    for (const path of ['/api/v1/people?', '/api/v2/media?selection=search&'])
      expect((await send(newIp(), 'GET', `${path}query=${query}`, { user })).status).toBe(200);
  });

  it('makes the API read only one page of ratings for each page of history', async () => {
    const user = await createUser(prisma);
    await prisma.$executeRaw`
      WITH added AS (
        INSERT INTO media (source, type, external_id, title, release_year)
        SELECT 'test', 'movie', 'h' || n, 'Title ' || n, 2000 FROM generate_series(1, 60) AS n RETURNING id)
      INSERT INTO user_medium_ratings (user_id, medium_id, rating) SELECT ${user.id}, id, 5 FROM added`;
    await deps.inMemory.refresh();
    const read = (page: number) =>
      send(newIp(), 'GET', `/api/v2/media?selection=rating_history&page=${page}`, { user });
    expect((await read(1)).body.pagination.total_count).toBe(60);
    const ofTaste = vi.spyOn(deps.repos.taste, 'findTaste');
    const ofPage = vi.spyOn(deps.repos.rated, 'list');
    const { media } = (await read(2)).body;
    expect(media).toHaveLength(25);
    expect(ofTaste).not.toHaveBeenCalled();
    expect(ofPage.mock.calls).toEqual([[user.id, media.map(({ id }: { id: number }) => id)]]);
  });
});

describe('a client without an account', () => {
  it('has one limit for pictures, challenges, readiness and logins, separate from the limits of users', async () => {
    const ip = newIp();
    const user = await createUser(prisma);
    const flood = await times(LIMITS.anonymous.max, () => send(ip, 'GET', '/images/posters/0.svg'));
    expect(countStatuses(flood)).toEqual({ 404: LIMITS.anonymous.max });
    const signIn = { body: { user: { email: user.email, password: PASSWORD } } };
    const refused = await Promise.all([
      send(ip, 'GET', '/images/posters/0.svg'),
      send(ip, 'GET', '/api/v1/bot_check/challenge'),
      send(ip, 'GET', '/readyz'),
      send(ip, 'POST', '/users/sign_in', signIn),
      send(ip, 'GET', '/api/v1/user', { headers: { authorization: 'Bearer a.b.c' } }),
    ]);
    expect(countStatuses(refused)).toEqual({ 429: 5 });
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send(ip, 'GET', '/api/v1/user', { user })).status).toBe(200);
    expect((await send(newIp(), 'GET', '/readyz')).status).toBe(200);
  });

  it('gets bot_check_failed for a login without proof, and this login is not counted as failed', async () => {
    const user = await createUser(prisma);
    const ip = newIp();
    const body = { user: { email: user.email, password: 'wrong-guess-1' } };
    const replies = await times(120, () => send(ip, 'POST', '/users/sign_in', { body }));
    expect(countStatuses(replies)).toEqual({ 422: 120 });
    expect(new Set(replies.map((reply) => reply.body.error))).toEqual(new Set(['bot_check_failed']));
  });

  it('cannot exceed a limit by sending other addresses in forwarding headers', async () => {
    const ip = newIp();
    const ask = (index: number) =>
      send(ip, 'POST', '/users/password', {
        headers: { 'x-forwarded-for': `203.0.113.${index}`, forwarded: `for=203.0.113.${index}` },
        body: { user: { email: 'nobody@example.com' } },
      });
    for (let index = 0; index < LIMITS.checks.max; index++) expect((await ask(index)).status).toBe(422);
    expect((await ask(200)).status).toBe(429);
  });

  it('gets 404 for /metrics with forged headers', async () => {
    const forged: Record<string, string>[] = [
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      { 'x-real-ip': '127.0.0.1', host: '127.0.0.1' },
      { authorization: 'Bearer null' },
    ];
    for (const headers of forged)
      expect((await send(newIp(), 'GET', '/metrics', { headers })).status).toBe(404);
  });

  it('is refused and counted when the signature, claims or version of its token are wrong', async () => {
    const user = await createUser(prisma);
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const claims = { sub: String(user.id), ver: 0, exp: 9_999_999_999, iss: 'marquee', aud: 'marquee-api' };
    const tokens = [
      `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
      `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.c2ln`,
      `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.c2ln`,
      app.jwt.sign({ sub: String(user.id), ver: 0 }, { expiresIn: -60 }),
      app.jwt.sign({ sub: String(user.id), ver: 0 }, { aud: 'another' }),
      app.jwt.sign({ sub: String(user.id), ver: 0 }, { iss: 'another' }),
      app.jwt.sign({ ver: 0 }),
    ];
    for (const token of tokens) {
      const headers = { authorization: `Bearer ${token}` };
      expect((await send(newIp(), 'GET', '/api/v1/user', { headers })).status).toBe(401);
    }
    await prisma.user.update({ where: { id: user.id }, data: { tokenVersion: 1 } });
    deps.users.drop(user.id);
    const ip = newIp();
    const ended = await times(LIMITS.calls.max + 1, () => send(ip, 'GET', '/api/v1/user', { user }));
    expect(countStatuses(ended)).toEqual({ 401: LIMITS.calls.max, 429: 1 });
  });

  it('cannot use a token half a minute after its end, though the token was accepted before', async () => {
    const user = await createUser(prisma);
    const token = app.jwt.sign({ sub: String(user.id), ver: 0 }, { expiresIn: '60s' });
    const { exp = 0 } = app.jwt.decode<{ exp: number }>(token) ?? {};
    const headers = { authorization: `Bearer ${token}` };
    const ask = async () => (await send(newIp(), 'GET', '/api/v1/user', { headers })).status;
    expect(await ask()).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: exp * 1_000 + 29_000 });
    expect(await ask()).toBe(200);
    vi.setSystemTime(exp * 1_000 + 31_000);
    expect(await ask()).toBe(401);
  });

  it('cannot use a token after a logout in the half minute after its end', async () => {
    const user = await createUser(prisma);
    const headers = {
      authorization: `Bearer ${app.jwt.sign({ sub: String(user.id), ver: 0 }, { expiresIn: '1s' })}`,
    };
    // The database compares with its own clock, so the end of the token must have passed really.
    await sleep(1_500);
    expect((await send(newIp(), 'POST', '/users/sign_out', { headers })).status).toBe(204);
    expect((await send(newIp(), 'GET', '/api/v1/user', { headers })).status).toBe(401);
  });

  it('cannot use a token with another spelling of its signature, before or after a logout', async () => {
    const token = tokenOf(await createUser(prisma));
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = digits.indexOf(token.slice(-1));
    // Decoders ignore the two lowest bits of the last digit, so these spellings have the same signature.
    const siblings = [1, 2, 3].map((bits) => token.slice(0, -1) + digits[last ^ bits]);
    const statusOf = async (each: string) =>
      (await send(newIp(), 'GET', '/api/v1/user', { headers: { authorization: `Bearer ${each}` } })).status;
    expect(await Promise.all([token, ...siblings].map(statusOf))).toEqual([200, 401, 401, 401]);
    await send(newIp(), 'POST', '/users/sign_out', { headers: { authorization: `Bearer ${token}` } });
    expect(await Promise.all([token, ...siblings].map(statusOf))).toEqual([401, 401, 401, 401]);
  });

  it('is refused after too many failed logins with different email addresses', async () => {
    const unchecked = await startApp({ RATE_LIMIT: 'on' });
    const ip = newIp();
    const guess = (index: number) =>
      unchecked.app.inject({
        method: 'POST',
        url: '/users/sign_in',
        remoteAddress: ip,
        payload: { user: { email: `guess${index}@example.com`, password: 'a-strange-phrase-7' } },
      });
    const { max } = LIMITS.failedSignInsByIp;
    const statuses = (await times(max + 5, guess)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it('gets 400 for a body with 1,000 unknown fields', async () => {
    const user = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, 1]));
    const { status, body } = await send(newIp(), 'POST', '/users/sign_in', { body: { user } });
    expect([status, body.error]).toEqual([400, 'bad_request']);
  });

  it('cannot sign up with a full-width domain or a broken code of one in the email address', async () => {
    for (const domain of ['\uFF41ttack.example', 'xn--a.example']) {
      const { status, body } = await send(newIp(), 'POST', '/users', {
        body: {
          user: { email: `frank@${domain}`, display_name: unique('s'), password: 'a-strange-phrase-7' },
        },
      });
      expect([status, body.errors?.email]).toEqual([422, ['Email is invalid']]);
    }
  });

  it('gets 413 for a body of 300 kB and 431 for headers of 20 kB', async () => {
    const body = { user: { email: 'x'.repeat(300_000) } };
    expect((await send(newIp(), 'POST', '/users/password', { body })).status).toBe(413);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const reply = await fetch(`${app.listeningOrigin}/livez`, { headers: { 'x-pad': 'x'.repeat(20_000) } });
    expect(reply.status).toBe(431);
  });

  it('does not block other clients when its 200 connections never finish their requests', async () => {
    const { port } = new URL(app.listeningOrigin);
    const sockets = await times(
      200,
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect(Number(port), '127.0.0.1', () => {
            socket.write('POST /users/sign_in HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
            resolve(socket);
          });
          socket.once('error', reject);
        }),
    );
    expect((await fetch(`${app.listeningOrigin}/livez`)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    // The server ends an idle connection after 60 s. For requests that do not end, see ways-in.int.test.ts.
    expect(app.server.timeout).toBe(60_000);
  });
});

describe('a word that is a property of every object', () => {
  const words = Object.getOwnPropertyNames(Object.prototype);

  it('is a word as any other wherever a client can send one', async () => {
    const user = await createUser(prisma);
    const secret = await createWatchHook(prisma, user);
    for (const word of words) {
      const query = encodeURIComponent(word);
      for (const url of [
        `/api/v2/media?query=${query}`,
        `/api/v2/media?query=about+${query}`,
        `/api/v1/people?query=${query}`,
        `/api/v1/themes?query=${query}`,
        `/api/v1/system_medium_tags?query=${query}`,
        `/api/v2/media?theme=${query}&country=${query}&language=${query}&age_rating=${query}`,
        `/api/v1/media/rating_history?tag=${query}`,
        `/images/providers/${query}.svg`,
        `/images/cards/page/${query}.jpg`,
        `/images/cards/${query}/1.jpg`,
        `/${query}`,
      ])
        expect([url, (await send(newIp(), 'GET', url, { user })).status < 500]).toEqual([url, true]);
      const bodies: [string, object][] = [
        ['/api/v1/wishes', { query: word }],
        ['/api/v1/user_lists', { name: word }],
        ['/api/v1/user_preferences/save', { user_preferences: { [`${word}`]: word } }],
        [
          `/hooks/watched/${secret}`,
          { event: word, NotificationType: word, action: word, type: word, title: word },
        ],
        [`/hooks/watched/${secret}`, { Event: word, Item: { Type: word, Name: word }, User: { Name: word } }],
      ];
      for (const [url, body] of bodies)
        expect([url, word, (await send(newIp(), 'POST', url, { user, body })).status < 500]).toEqual([
          url,
          word,
          true,
        ]);
    }
  });
});
