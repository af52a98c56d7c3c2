import type { User } from '@marquee/prisma';
import { describe, expect, it } from 'vitest';
import { createList, createUser, unique } from '../../../test/factories.ts';
import { startRounds } from '../../../test/rounds.ts';

const {
  one,
  other,
  deps,
  prisma,
  as,
  visitor,
  providerId,
  ids,
  start,
  read,
  joinAs,
  join,
  patch,
  voteAs,
  joinAsGuest,
  startVote,
} = await startRounds();

describe('a round', () => {
  it('tells the story of its titles, and from three people on who has answered, and not how', async () => {
    await prisma.medium.updateMany({
      where: { id: { in: ids } },
      data: { overview: 'Two men meet.', themes: ['heists'] },
    });
    await Promise.all([deps.inMemory.refresh(), other.deps.inMemory.refresh()]);
    const { users, code, round } = await startVote(3);
    const [first, second] = round.media;
    for (const medium of round.media)
      expect(medium).toMatchObject({
        overview: 'Two men meet.',
        themes: [{ slug: 'heists', group: 'about', label: 'heists' }],
        answered: [],
      });
    const [host, friend] = users;
    if (!host || !friend || !first || !second) return expect.unreachable();
    const { me } = await read(as(friend), code);
    await voteAs(as(friend), code, first.id, 'no').expect(200);
    for (const user of users) {
      const { media } = await read(as(user), code);
      expect(media.find(({ id }) => id === first.id)?.answered).toEqual([me]);
      expect(media.find(({ id }) => id === second.id)?.answered).toEqual([]);
    }
    const pair = await startVote(2);
    expect(pair.round.media[0]).not.toHaveProperty('answered');
  });

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
  const passed = (hours: number): Date => new Date(Date.now() - hours * 3_600_000 - 1_000);
  const countGuests = (roundId: number) => prisma.roundMember.count({ where: { roundId, userId: null } });

  it('leaves guests twelve hours to read who won, and then deletes them with what they rated', async () => {
    const host = await createUser(prisma);
    const { code, id } = await start(host, { mode: 'list' });
    const guest = await joinAsGuest(code);
    const deck = (await guest.agent.get(`/api/v1/rounds/${code}/deck`).expect(200)).body.media;
    const ratings = [{ medium_id: deck[0].id, rating: 9 }];
    await guest.agent.put(`/api/v1/rounds/${code}/ratings`).send({ ratings }).expect(200);
    const { body } = await patch(host, code, { state: 'voting' }).expect(200);
    const winner = body.round.media[0].id;
    await patch(host, code, { state: 'decided', winner }).expect(200);
    await patch(host, code, { state: 'ended' }).expect(200);
    await deps.repos.upkeep.endRounds();
    expect(await read(guest.agent, code)).toMatchObject({ state: 'ended', winner });
    expect((await read(as(host), code)).members).toHaveLength(2);
    // Nothing but reading and leaving is left.
    await voteAs(guest.agent, code, winner, 'yes').expect(409);
    await guest.agent.patch(`/api/v1/rounds/${code}/me`).send({ ready: true }).expect(409);
    await guest.agent.put(`/api/v1/rounds/${code}/ratings`).send({ ratings }).expect(409);
    await visitor.post(`/api/v1/rounds/${code}/join`).send({ guest_key: guest.guest_key }).expect(404);
    await prisma.round.update({ where: { id }, data: { endedAt: passed(12) } });
    await guest.agent.get(`/api/v1/rounds/${code}`).expect(404);
    expect((await read(as(host), code)).members).toHaveLength(1);
    await deps.repos.upkeep.endRounds();
    expect(await countGuests(id)).toBe(0);
    expect(await prisma.roundRating.count({ where: { memberId: guest.round.me } })).toBe(0);
  });

  it('comes after twelve hours, with or without the worker', async () => {
    const host = await createUser(prisma);
    const { code, id } = await start(host);
    const guest = await joinAsGuest(code);
    await prisma.round.update({ where: { id }, data: { expiresAt: passed(0) } });
    for (const agent of [as(host), guest.agent])
      expect(await read(agent, code)).toMatchObject({ state: 'ended', short_code: null, waiting: [] });
    await deps.repos.upkeep.endRounds();
    expect(await countGuests(id)).toBe(1);
    await prisma.round.update({ where: { id }, data: { expiresAt: passed(12) } });
    await guest.agent.get(`/api/v1/rounds/${code}`).expect(404);
    await deps.repos.upkeep.endRounds();
    expect(await prisma.roundMember.findMany({ where: { roundId: id } })).toMatchObject([
      { userId: host.id },
    ]);
    await as(host).delete(`/api/v1/rounds/${code}`).expect(204);
  });

  it('leaves a round that only guests are in until they are deleted', async () => {
    const host = await createUser(prisma);
    const { code, id } = await start(host);
    const guest = await joinAsGuest(code);
    await as(host).delete(`/api/v1/rounds/${code}/me`).expect(204);
    expect(await read(guest.agent, code)).toMatchObject({ state: 'ended', host_name: null });
    await prisma.round.update({ where: { id }, data: { endedAt: passed(12) } });
    await deps.repos.upkeep.endRounds();
    expect(await prisma.round.count({ where: { id } })).toBe(0);
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
