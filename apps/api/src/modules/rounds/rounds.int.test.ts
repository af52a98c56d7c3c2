import { setTimeout as sleep } from 'node:timers/promises';
import type { Round } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createList, createMedium, createUser, unique } from '../../../test/factories.ts';

const one = await startApp();
/** A second process over the same database. */
const other = await startApp();
const { app, deps, prisma, as, visitor } = one;
await app.listen({ host: '127.0.0.1', port: 0 });
await other.app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => {
  app.server.closeAllConnections();
  other.app.server.closeAllConnections();
});

const TITLES = 90;
let providerId: number;
let ids: number[];

beforeAll(async () => {
  const name = unique('service');
  const data = { name, slug: name, searchUrlTemplate: 'https://example.com/{title}' };
  providerId = (await prisma.mediumProvider.create({ data })).id;
  const media = await Promise.all(
    Array.from({ length: TITLES }, (_, at) =>
      createMedium(prisma, { popularity: TITLES - at, runtimeMinutes: 90, ageRating: at % 2 ? 'PG' : 'R' }),
    ),
  );
  ids = media.map(({ id }) => id);
  await prisma.providerMedium.createMany({
    data: ids.map((mediumId) => ({ mediumId, providerId, url: 'https://example.com/x', source: 'test' })),
  });
  await Promise.all([deps.inMemory.refresh(), other.deps.inMemory.refresh()]);
});

type Agent = ReturnType<typeof as>;
const guestAgent = (token: string, from = one): Agent => {
  const agent = from.as({ id: 0, tokenVersion: 0 });
  return agent.set('authorization', `Bearer ${token}`);
};

async function start(host: User, body: object = { mode: 'swipe' }): Promise<Round> {
  return (await as(host).post('/api/v1/rounds').send(body).expect(201)).body.round;
}

const read = async (agent: Agent, code: string): Promise<Round> =>
  (await agent.get(`/api/v1/rounds/${code}`).expect(200)).body.round;
const joinAs = (user: User, code: string) => as(user).post(`/api/v1/rounds/${code}/join`).send({});
const join = async (user: User, code: string): Promise<void> => {
  await joinAs(user, code).expect(200);
};
const patch = (user: User, code: string, body: object) => as(user).patch(`/api/v1/rounds/${code}`).send(body);
const voteAs = (agent: Agent, code: string, id: number, vote: string) =>
  agent.put(`/api/v1/rounds/${code}/votes/${id}`).send({ vote });

async function joinAsGuest(code: string, name = 'Visitor', guest_key = unique('key-of-a-guest-')) {
  const { body } = await visitor.post(`/api/v1/rounds/${code}/join`).send({ name, guest_key }).expect(200);
  const token: string = body.guest_token;
  return { round: body.round as Round, token, agent: guestAgent(token), guest_key };
}

/** Starts a round of a host and further members, and its vote. */
async function startVote(count: number, body: object = { mode: 'swipe' }) {
  const users = await Promise.all(Array.from({ length: count }, () => createUser(prisma)));
  const [host] = users;
  if (!host) throw new Error('a round needs a host');
  const { code } = await start(host, body);
  for (const user of users.slice(1)) await join(user, code);
  const { body: reply } = await patch(host, code, { state: 'voting' }).expect(200);
  const round: Round = reply.round;
  return { users, host, code, round };
}

describe('a round', () => {
  it('has a code of 64 bits, twelve hours, its host as the first member, and no titles while it is open', async () => {
    const host = await createUser(prisma);
    const round = await start(host, { mode: 'list', minutes: 100, mood: 'tense', max_age_rating: 'PG-13' });
    expect(round.code).toMatch(/^[2-9a-hjkmnp-z]{13}$/);
    expect(Date.parse(round.expires_at) - Date.now()).toBeGreaterThan(11.9 * 3_600_000);
    expect(round).toMatchObject({
      state: 'open',
      mode: 'list',
      media: [],
      winner: null,
      minutes: 100,
      mood: 'tense',
    });
    expect(round.members).toEqual([
      { id: round.me, name: host.displayName, guest: false, ready: false, show_match: false },
    ]);
    expect([round.host, round.host_name]).toEqual([round.me, host.displayName]);
  });

  it('takes six people, and refuses the seventh with limit_reached', async () => {
    const host = await createUser(prisma);
    const { code } = await start(host);
    for (let at = 0; at < 3; at++) await join(await createUser(prisma), code);
    for (let at = 0; at < 2; at++) await joinAsGuest(code);
    const seventh = await visitor.post(`/api/v1/rounds/${code}/join`).send({ name: 'Seventh' });
    expect([seventh.status, seventh.body.error]).toEqual([422, 'limit_reached']);
    expect((await read(as(host), code)).members).toHaveLength(6);
  });

  it('takes only six people when many join at the same time', async () => {
    const { code } = await start(await createUser(prisma));
    const users = await Promise.all(Array.from({ length: 9 }, () => createUser(prisma)));
    const replies = await Promise.all(users.map((user) => joinAs(user, code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(replies.filter(({ body }) => body.error === 'limit_reached')).toHaveLength(4);
  });

  it('is joined once by a member and by a guest with the same key, however often they call', async () => {
    const [host, user] = [await createUser(prisma), await createUser(prisma)];
    const { code } = await start(host);
    await join(user, code);
    const { version } = await read(as(host), code);
    await join(user, code);
    expect((await read(as(host), code)).version).toBe(version);
    const first = await joinAsGuest(code);
    const again = await visitor
      .post(`/api/v1/rounds/${code}/join`)
      .send({ guest_key: first.guest_key })
      .expect(200);
    expect(again.body.round.me).toBe(first.round.me);
    expect(again.body.round.members).toHaveLength(3);
  });

  it('takes a user without trial or plan as a guest', async () => {
    const { code } = await start(await createUser(prisma));
    const lapsed = await createUser(prisma, { trialEndsAt: new Date(0) });
    expect((await joinAs(lapsed, code)).status).toBe(422);
    const { body } = await as(lapsed)
      .post(`/api/v1/rounds/${code}/join`)
      .send({ name: 'Lapsed' })
      .expect(200);
    expect(body.guest_token).toEqual(expect.any(String));
    expect(body.round.members.at(-1)).toMatchObject({ name: 'Lapsed', guest: true });
  });

  it.each([
    {},
    { name: 'a' },
    { name: 'Two words' },
    { name: 'x'.repeat(17) },
    { name: 'Fine', guest_key: 'short' },
  ])('refuses a guest with %j', async (body) => {
    const { code } = await start(await createUser(prisma));
    await visitor.post(`/api/v1/rounds/${code}/join`).send(body).expect(422);
  });

  it('is hosted at most five times at once by one user, however many calls run at the same time', async () => {
    const host = await createUser(prisma);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => as(host).post('/api/v1/rounds').send({ mode: 'swipe' })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(replies.filter(({ body }) => body.error === 'limit_reached')).toHaveLength(3);
  });

  it('cannot be joined once it has started, nor found once it has ended', async () => {
    const { host, code } = await startVote(2);
    const late = await createUser(prisma);
    expect((await joinAs(late, code)).body.error).toBe('not_permitted');
    await patch(host, code, { state: 'ended' }).expect(200);
    expect((await joinAs(late, code)).status).toBe(404);
  });

  it('raises its version with every join, change of a member, rating, vote and state', async () => {
    const [host, user] = [await createUser(prisma), await createUser(prisma)];
    const { code } = await start(host, { mode: 'list' });
    let { version } = await read(as(host), code);
    const rises = async (): Promise<void> => {
      const next = (await read(as(host), code)).version;
      expect(next).toBeGreaterThan(version);
      version = next;
    };
    await join(user, code);
    await rises();
    const guest = await joinAsGuest(code);
    await rises();
    await as(user).patch(`/api/v1/rounds/${code}/me`).send({ ready: true }).expect(200);
    await rises();
    const { body } = await guest.agent.get(`/api/v1/rounds/${code}/deck`).expect(200);
    const ratings = [{ medium_id: body.media[0].id, rating: 9 }];
    await guest.agent.put(`/api/v1/rounds/${code}/ratings`).send({ ratings }).expect(200);
    await rises();
    await patch(host, code, { state: 'voting' }).expect(200);
    await rises();
    const [first] = (await read(as(host), code)).media;
    await voteAs(as(user), code, first?.id ?? 0, 'no').expect(200);
    await rises();
    await guest.agent.delete(`/api/v1/rounds/${code}/me`).expect(204);
    await rises();
    await patch(host, code, { state: 'decided', winner: first?.id }).expect(200);
    await rises();
  });
});

describe('the deck of a round', () => {
  it('leaves out what anyone present has hidden or rated 4 or less, and other age ratings', async () => {
    const [host, user] = [await createUser(prisma), await createUser(prisma)];
    const hidden = ids.slice(0, 20);
    const low = ids.slice(20, 30);
    await prisma.userMediumHidden.createMany({
      data: hidden.map((mediumId) => ({ userId: user.id, mediumId })),
    });
    await prisma.userMediumRating.createMany({
      data: low.map((mediumId) => ({ userId: host.id, mediumId, rating: 4 })),
    });
    const { code } = await start(host);
    await join(user, code);
    const { body } = await patch(host, code, { state: 'voting' }).expect(200);
    const deck = body.round.media.map(({ id }: { id: number }) => id);
    expect(deck).toHaveLength(60);
    expect(deck.filter((id: number) => hidden.includes(id) || low.includes(id))).toEqual([]);
    const { round } = await startVote(2, { mode: 'swipe', max_age_rating: 'PG' });
    expect(new Set(round.media.map(({ age_rating }) => age_rating))).toEqual(new Set(['PG']));
  });

  it('has the best ten in the mode list, and stays as it is', async () => {
    const { users, code, round } = await startVote(2, { mode: 'list' });
    expect(round.media).toHaveLength(10);
    const [first] = round.media;
    await voteAs(as(users[1] as User), code, first?.id ?? 0, 'yes').expect(200);
    const again = await read(as(users[1] as User), code);
    expect(again.media.map(({ id }) => id)).toEqual(round.media.map(({ id }) => id));
    expect(again.media[0]?.group_vote).toEqual({ mine: 'yes', yes: 1 });
    expect(again.state).toBe('voting');
  });

  it('is refused with a sentence when no title fits', async () => {
    const host = await createUser(prisma);
    const { code } = await start(host, { mode: 'swipe', minutes: 30 });
    const { status, body } = await patch(host, code, { state: 'voting' });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['state']]);
  });

  it('is on the services of anyone present', async () => {
    const [host, user] = [await createUser(prisma), await createUser(prisma)];
    const name = unique('service');
    const elsewhere = await prisma.mediumProvider.create({
      data: { name, slug: name, searchUrlTemplate: 'https://example.com/{title}' },
    });
    await prisma.userMediumProvider.create({ data: { userId: host.id, providerId: elsewhere.id } });
    const { code } = await start(host);
    expect((await patch(host, code, { state: 'voting' })).status).toBe(422);
    await prisma.userMediumProvider.create({ data: { userId: user.id, providerId } });
    await join(user, code);
    await patch(host, code, { state: 'voting' }).expect(200);
  });
});

describe('a vote', () => {
  it('decides the first title to which everybody says yes, once, when all vote at the same time', async () => {
    const { users, code, round } = await startVote(4);
    const agents = users.map((user, at) => (at % 2 ? other : one).as(user));
    const [first, second] = round.media.map(({ id }) => id);
    const replies = await Promise.all(
      agents.flatMap((agent) => [
        voteAs(agent, code, first ?? 0, 'yes'),
        voteAs(agent, code, second ?? 0, 'yes'),
      ]),
    );
    for (const { status } of replies) expect([200, 409]).toContain(status);
    const seen = await Promise.all(agents.map((agent) => read(agent, code)));
    const [winner] = seen.map((each) => each.winner);
    expect([first, second]).toContain(winner);
    for (const each of seen) expect([each.state, each.winner]).toEqual(['decided', winner]);
  });

  it('can be repeated after the decision, and not changed', async () => {
    const { users, code, round } = await startVote(2);
    const id = round.media[3]?.id ?? 0;
    const [a, b] = users.map((user) => as(user));
    if (!a || !b) throw new Error('two people');
    await voteAs(a, code, id, 'no').expect(200);
    await voteAs(a, code, id, 'yes').expect(200);
    const { body } = await voteAs(b, code, id, 'yes').expect(200);
    expect([body.round.state, body.round.winner]).toEqual(['decided', id]);
    await voteAs(b, code, id, 'yes').expect(200);
    await voteAs(b, code, id, 'no').expect(409);
    await voteAs(b, code, round.media[4]?.id ?? 0, 'yes').expect(409);
  });

  it('is 404 outside the titles of the round, and 422 for anything but yes or no', async () => {
    const { host, code, round } = await startVote(2);
    const outside = ids.find((id) => round.media.every((medium) => medium.id !== id)) ?? 0;
    await voteAs(as(host), code, outside, 'yes').expect(404);
    await voteAs(as(host), code, round.media[0]?.id ?? 0, 'maybe').expect(422);
  });

  it('of somebody who leaves no longer keeps the others from agreeing', async () => {
    const { users, code, round } = await startVote(3);
    const id = round.media[5]?.id ?? 0;
    for (const user of users.slice(0, 2)) await voteAs(as(user), code, id, 'yes').expect(200);
    await as(users[2] as User)
      .delete(`/api/v1/rounds/${code}/me`)
      .expect(204);
    const after = await read(as(users[0] as User), code);
    expect([after.state, after.winner]).toEqual(['decided', id]);
  });
});

describe('the host', () => {
  it('alone decides a list, for one of its titles, and once', async () => {
    const { users, host, code, round } = await startVote(2, { mode: 'list' });
    const [first, second] = round.media.map(({ id }) => id);
    await patch(users[1] as User, code, { state: 'decided', winner: first }).expect(422);
    await patch(host, code, { state: 'decided' }).expect(422);
    const outside = ids.find((id) => round.media.every((medium) => medium.id !== id));
    await patch(host, code, { state: 'decided', winner: outside }).expect(422);
    for (let time = 0; time < 2; time++) {
      const { body } = await patch(host, code, { state: 'decided', winner: first }).expect(200);
      expect([body.round.state, body.round.winner]).toEqual(['decided', first]);
    }
    await patch(host, code, { state: 'decided', winner: second }).expect(409);
    await patch(host, code, { state: 'voting' }).expect(409);
  });

  it('cannot decide a round of swipes', async () => {
    const { host, code, round } = await startVote(2);
    const reply = await patch(host, code, { state: 'decided', winner: round.media[0]?.id });
    expect(reply.body.error).toBe('not_permitted');
  });

  it('ends the round by leaving it', async () => {
    const { users, host, code } = await startVote(2);
    await as(host).delete(`/api/v1/rounds/${code}/me`).expect(204);
    const after = await read(as(users[1] as User), code);
    expect([after.state, after.host, after.host_name]).toEqual(['ended', null, null]);
    await as(host).get(`/api/v1/rounds/${code}`).expect(404);
  });
});

describe('evenings', () => {
  const list = async (user: User) => (await as(user).get('/api/v1/rounds').expect(200)).body;

  it('hold the rounds and invitations of the caller, newest first, until they are deleted', async () => {
    const [host, friend, stranger] = [
      await createUser(prisma),
      await createUser(prisma),
      await createUser(prisma),
    ];
    await createList(prisma, host, { shares: [{ user: friend }] });
    expect((await as(host).get('/api/v1/companions').expect(200)).body.companions).toEqual([
      { id: friend.id, name: friend.displayName },
    ]);
    const first = await start(host, { mode: 'list' });
    const second = await start(host, { mode: 'swipe', companion_ids: [friend.id, friend.id] });
    expect((await list(host)).rounds.map(({ id }: { id: number }) => id)).toEqual([second.id, first.id]);
    const invited = {
      id: second.id,
      code: second.code,
      host_name: host.displayName,
      invited: true,
      state: 'open',
    };
    expect((await list(friend)).rounds).toMatchObject([invited]);
    expect(await read(as(friend), second.code)).toEqual((await list(friend)).rounds[0]);
    expect((await list(stranger)).rounds).toEqual([]);
    expect(await prisma.outboxMessage.count({ where: { userId: friend.id, kind: 'round_invitation' } })).toBe(
      1,
    );
    await as(host).delete(`/api/v1/rounds/${second.code}`).expect(404);
    await patch(host, second.code, { state: 'ended' }).expect(200);
    for (let time = 0; time < 2; time++) await as(host).delete(`/api/v1/rounds/${second.code}`).expect(204);
    expect((await list(host)).rounds).toHaveLength(1);
    expect((await list(friend)).rounds).toEqual([]);
    expect(await prisma.round.count({ where: { id: second.id } })).toBe(0);
  });

  it('cannot be started with people who share no list', async () => {
    const [host, stranger] = [await createUser(prisma), await createUser(prisma)];
    const reply = await as(host)
      .post('/api/v1/rounds')
      .send({ mode: 'list', companion_ids: [stranger.id] });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['companion_ids']]);
  });

  it.each([
    { mode: 'other' },
    { mode: 'list', minutes: 45 },
    { mode: 'list', mood: 'sad' },
    { mode: 'list', max_age_rating: 'nonsense' },
    { mode: 'list', companion_ids: [1, 2, 3, 4, 5, 6] },
  ])('cannot be started with %j', async (body) => {
    await as(await createUser(prisma))
      .post('/api/v1/rounds')
      .send(body)
      .expect(422);
  });
});

describe('the end of a round', () => {
  it('deletes its guests, whose tokens then find nothing', async () => {
    const host = await createUser(prisma);
    const { code, id } = await start(host);
    const guest = await joinAsGuest(code);
    await read(guest.agent, code);
    await patch(host, code, { state: 'ended' }).expect(200);
    await guest.agent.get(`/api/v1/rounds/${code}`).expect(404);
    expect(await prisma.roundMember.count({ where: { roundId: id, userId: null } })).toBe(0);
  });

  it('comes after twelve hours, with or without the worker', async () => {
    const host = await createUser(prisma);
    const { code, id } = await start(host);
    const guest = await joinAsGuest(code);
    await prisma.round.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1_000) } });
    const ended = await read(as(host), code);
    expect([ended.state, ended.members.length]).toEqual(['ended', 1]);
    await guest.agent.get(`/api/v1/rounds/${code}`).expect(404);
    await deps.repos.upkeep.endRounds();
    expect(await prisma.roundMember.findMany({ where: { roundId: id } })).toMatchObject([
      { userId: host.id },
    ]);
    await as(host).delete(`/api/v1/rounds/${code}`).expect(204);
  });

  it('comes when the host deletes the account, and nothing of the host is left', async () => {
    const { users, host, code, round } = await startVote(2);
    await voteAs(as(host), code, round.media[0]?.id ?? 0, 'yes').expect(200);
    const { body } = await as(host).get('/api/v1/user/export').expect(200);
    expect(body.user.rounds).toMatchObject([{ is_host: true, round: { code }, votes: [{ yes: true }] }]);
    expect(JSON.stringify(body.user.rounds)).not.toContain(users[1]?.displayName);
    await as(host).post('/api/v1/users/destroy').expect(200);
    const after = await read(as(users[1] as User), code);
    expect([after.state, after.members.length]).toEqual(['ended', 1]);
    expect(JSON.stringify(after)).not.toContain(host.displayName);
  });
});

describe('the deck of a guest', () => {
  it('has twenty titles without offers and likelihoods, which only a guest may rate', async () => {
    const host = await createUser(prisma);
    const { code } = await start(host);
    const guest = await joinAsGuest(code);
    const { body } = await guest.agent.get(`/api/v1/rounds/${code}/deck`).expect(200);
    expect(body.media).toHaveLength(20);
    for (const medium of body.media)
      expect([medium.provider_medium, medium.likelyhood, medium.rating]).toEqual([[], null, null]);
    const put = (agent: Agent, ratings: unknown) =>
      agent.put(`/api/v1/rounds/${code}/ratings`).send({ ratings });
    const one_rating = [{ medium_id: body.media[0].id, rating: 7 }];
    await put(guest.agent, one_rating).expect(200);
    await put(guest.agent, [{ medium_id: 2_000_000_000, rating: 7 }]).expect(422);
    await put(guest.agent, [{ medium_id: body.media[0].id, rating: 11 }]).expect(422);
    expect((await put(as(host), one_rating)).body.error).toBe('not_permitted');
    const again = await guest.agent.get(`/api/v1/rounds/${code}/deck`).expect(200);
    expect(again.body.media[0]).toMatchObject({ id: body.media[0].id, rating: 7 });
  });

  it('counts: what a guest rates low is not in the deck of the round', async () => {
    const host = await createUser(prisma);
    const { code } = await start(host);
    const guest = await joinAsGuest(code);
    const { body } = await guest.agent.get(`/api/v1/rounds/${code}/deck`).expect(200);
    const rated: number[] = body.media.map(({ id }: { id: number }) => id);
    const ratings = rated.map((medium_id) => ({ medium_id, rating: 2 }));
    await guest.agent.put(`/api/v1/rounds/${code}/ratings`).send({ ratings }).expect(200);
    const reply = await patch(host, code, { state: 'voting' }).expect(200);
    const deck: number[] = reply.body.round.media.map(({ id }: { id: number }) => id);
    expect(deck.filter((id) => rated.includes(id))).toEqual([]);
    await guest.agent.put(`/api/v1/rounds/${code}/ratings`).send({ ratings }).expect(409);
  });
});

describe('what others see', () => {
  it('is no rating, likelihood, hidden title or reason, and no band that is not allowed', async () => {
    const users = await Promise.all(Array.from({ length: 3 }, () => createUser(prisma)));
    const [host, member, leaver] = users as [User, User, User];
    const [stranger, invited] = [await createUser(prisma), await createUser(prisma)];
    await createList(prisma, host, { shares: [{ user: invited }] });
    const hidden = ids.slice(0, 5);
    await prisma.userMediumHidden.createMany({
      data: hidden.map((mediumId) => ({ userId: member.id, mediumId })),
    });
    await prisma.userMediumRating.createMany({
      data: ids.slice(5, 60).map((mediumId, at) => ({ userId: member.id, mediumId, rating: 5 + (at % 6) })),
    });
    const { code } = await start(host, { mode: 'swipe', companion_ids: [invited.id] });
    await join(member, code);
    await join(leaver, code);
    const guest = await joinAsGuest(code);
    await as(member).patch(`/api/v1/rounds/${code}/me`).send({ show_match: true }).expect(200);
    const readers: Record<string, Agent> = {
      host: as(host),
      member: as(member),
      guest: guest.agent,
      leaver: as(leaver),
      stranger: as(stranger),
      invited: as(invited),
      visitor: visitor as Agent,
    };
    const replies = async (): Promise<
      { name: string; path: string; text: string; round: Round | null }[]
    > => {
      const found = [];
      for (const [name, agent] of Object.entries(readers)) {
        for (const path of ['', '/deck']) {
          const reply = await agent.get(`/api/v1/rounds/${code}${path}`);
          found.push({
            name,
            path,
            text: reply.text,
            round: reply.status === 200 && !path ? reply.body.round : null,
          });
        }
      }
      return found;
    };
    const expectPrivate = async (shown: readonly number[]): Promise<void> => {
      for (const { name, text, round } of await replies()) {
        expect(text, name).not.toMatch(
          /"rating":\d|"likelyhood":\d|"because":\[|"has_list":true|"hidden":true/,
        );
        for (const id of hidden) expect(text, name).not.toContain(`{"id":${id},"title"`);
        for (const user of users) {
          expect(text).not.toContain(user.email);
          expect(text).not.toMatch(new RegExp(`"(user_id|userId)":${user.id}\\b`));
        }
        if (name === 'stranger' || name === 'visitor') expect(round).toBeNull();
        if (name === 'invited') expect(Object.keys(round ?? {})).not.toContain('members');
        for (const medium of round?.media ?? [])
          expect((medium.bands ?? []).map(({ member_id }) => member_id)).toEqual(shown);
      }
    };
    await expectPrivate([]);
    await patch(host, code, { state: 'voting' }).expect(200);
    const { media, members, me } = await read(as(member), code);
    expect(media).toHaveLength(60);
    expect(members).toHaveLength(4);
    await expectPrivate([me]);
    await as(leaver).delete(`/api/v1/rounds/${code}/me`).expect(204);
    await as(leaver).get(`/api/v1/rounds/${code}`).expect(404);
    await expectPrivate([me]);
    await guest.agent.delete(`/api/v1/rounds/${code}/me`).expect(204);
    await expectPrivate([]);
    for (const { bands } of (await read(as(host), code)).media) expect(bands).toBeUndefined();
  });

  it('is nothing beyond the round with a guest token, and nothing of another round', async () => {
    const { code } = await start(await createUser(prisma));
    const another = await start(await createUser(prisma));
    const guest = await joinAsGuest(code);
    await guest.agent.get(`/api/v1/rounds/${another.code}`).expect(404);
    for (const path of [
      '/api/v1/user',
      '/api/v2/media',
      '/api/v1/rounds',
      '/api/v1/plans',
      '/api/v1/tonight',
    ])
      await guest.agent.get(path).expect(401);
    const [memberId, expires, signature = ''] = guest.token.split('.');
    const forged = [
      `${Number(memberId) - 1}.${expires}.${signature}`,
      `${memberId}.9999999999999.${signature}`,
    ];
    for (const token of forged) await guestAgent(token).get(`/api/v1/rounds/${code}`).expect(401);
  });
});

interface Stream {
  /** The versions that arrived. */
  versions: number[];
  text: () => string;
  status: number;
  ended: Promise<unknown>;
  close: () => void;
}

async function listen(
  from: typeof one,
  token: string,
  code: string,
  headers: Record<string, string> = {},
): Promise<Stream> {
  const abort = new AbortController();
  const reply = await fetch(`${from.app.listeningOrigin}/api/v1/rounds/${code}/events`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: abort.signal,
  });
  let text = '';
  const versions: number[] = [];
  const ended = (async () => {
    for await (const chunk of reply.body ?? []) {
      text += Buffer.from(chunk).toString();
      for (const [, version] of Buffer.from(chunk)
        .toString()
        .matchAll(/data: \{"version":(\d+)\}/g))
        versions.push(Number(version));
    }
  })().catch(() => {});
  return { versions, text: () => text, status: reply.status, ended, close: () => abort.abort() };
}

async function until(condition: () => boolean, ms = 5_000): Promise<void> {
  const start = Date.now();
  while (!condition()) {
    if (Date.now() - start > ms) throw new Error('the condition did not become true');
    await sleep(20);
  }
}

describe('events', () => {
  it('reach the members of a round in every process', async () => {
    const [host, user] = [await createUser(prisma), await createUser(prisma)];
    const { code, version } = await start(host);
    const here = await listen(one, one.tokenOf(host), code);
    await until(() => here.versions.includes(version));
    await other.as(user).post(`/api/v1/rounds/${code}/join`).send({}).expect(200);
    const there = await listen(other, other.tokenOf(user), code);
    const { version: joined } = await read(as(host), code);
    await until(() => here.versions.includes(joined) && there.versions.includes(joined));
    await as(user).patch(`/api/v1/rounds/${code}/me`).send({ ready: true }).expect(200);
    await until(() => here.versions.includes(joined + 1) && there.versions.includes(joined + 1));
    expect(here.text()).toMatch(/^: .*\n\nid: \d+\nevent: round\ndata: \{"version":\d+\}\n\n/);
    here.close();
    there.close();
  });

  it('resume after Last-Event-ID: nothing when the client has the version, else the version', async () => {
    const host = await createUser(prisma);
    const { code, version } = await start(host);
    const current = await listen(one, one.tokenOf(host), code, { 'last-event-id': String(version) });
    const behind = await listen(one, one.tokenOf(host), code, { 'last-event-id': String(version - 1) });
    await until(() => behind.versions.length === 1);
    await sleep(100);
    expect(current.versions).toEqual([]);
    current.close();
    behind.close();
  });

  it('end within two seconds of leaving and of signing out', async () => {
    const [host, leaver, signer] = [
      await createUser(prisma),
      await createUser(prisma),
      await createUser(prisma),
    ];
    const { code } = await start(host);
    await join(leaver, code);
    await join(signer, code);
    const leaving = await listen(other, other.tokenOf(leaver), code);
    const token = one.tokenOf(signer);
    const signing = await listen(other, token, code);
    const startedAt = Date.now();
    await as(leaver).delete(`/api/v1/rounds/${code}/me`).expect(204);
    await visitor.post('/users/sign_out').set('authorization', `Bearer ${token}`).expect(204);
    await Promise.all([leaving.ended, signing.ended]);
    expect(Date.now() - startedAt).toBeLessThan(2_000);
  });

  it('are three streams per person', async () => {
    const host = await createUser(prisma);
    const { code } = await start(host);
    const token = one.tokenOf(host);
    const streams = [];
    for (let at = 0; at < 3; at++) streams.push(await listen(one, token, code));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await listen(one, token, code)).status).toBe(429);
    streams[0]?.close();
    await sleep(300);
    const fourth = await listen(one, token, code);
    expect(fourth.status).toBe(200);
    for (const stream of [...streams, fourth]) stream.close();
  });

  it('are refused to a stranger', async () => {
    const { code } = await start(await createUser(prisma));
    expect((await listen(one, one.tokenOf(await createUser(prisma)), code)).status).toBe(404);
  });
});
