// A guest of a round makes an account of what they rated and voted.
import type { Round } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import { createUser, PASSWORD, unique } from '../../../test/factories.ts';
import { type Agent, startRounds } from '../../../test/rounds.ts';

const { prisma, deps, as, visitor, guestAgent, start, read, patch, voteAs, joinAsGuest } =
  await startRounds();

const newAccount = () => {
  const name = unique('kept').slice(0, 16);
  return {
    user: { email: `${name}@example.com`, display_name: name, password: 'popcorn 4 two' },
    terms_accepted: true,
    thirteen_or_older: true,
  };
};
const keep = (agent: Agent, code: string, body: object = newAccount()) =>
  agent.post(`/api/v1/rounds/${code}/me/keep`).send(body);

/** Starts a round with a guest, who rates three titles and says yes to two and no to one. */
async function startWithTaste() {
  const host = await createUser(prisma);
  const { code } = await start(host, { mode: 'list' });
  const guest = await joinAsGuest(code);
  const deck: { id: number }[] = (await guest.agent.get(`/api/v1/rounds/${code}/deck`).expect(200)).body
    .media;
  const ratings = deck.slice(0, 3).map(({ id }, at) => ({ medium_id: id, rating: 8 + at }));
  await guest.agent.put(`/api/v1/rounds/${code}/ratings`).send({ ratings }).expect(200);
  const { body } = await patch(host, code, { state: 'voting' }).expect(200);
  const titles = (body.round as Round).media.map(({ id }) => id);
  const [first = 0, second = 0, third = 0] = titles;
  for (const id of [third, first]) await voteAs(guest.agent, code, id, 'yes').expect(200);
  await voteAs(guest.agent, code, second, 'no').expect(200);
  return { host, code, guest, ratings, wanted: [first, third], titles };
}

const countUsers = (email: string) => prisma.user.count({ where: { email } });

describe('a guest who keeps the taste', () => {
  it('has an account with the ratings, and the titles with a yes in Watch Later', async () => {
    const { host, code, guest, ratings, wanted } = await startWithTaste();
    const body = newAccount();
    const { user } = (await keep(guest.agent, code, body).expect(201)).body;
    expect(user).toMatchObject({ email: body.user.email, signup_step: 4, rating_count: 3 });
    const me = guestAgent(user.access_token);
    const history = (await me.get('/api/v1/media/rating_history').expect(200)).body.media;
    expect(history.map(({ id, rating }: { id: number; rating: number }) => [id, rating]).sort()).toEqual(
      ratings.map(({ medium_id, rating }) => [medium_id, rating]).sort(),
    );
    const { user_lists: lists } = (await me.get('/api/v1/user_lists').expect(200)).body;
    const later = lists.find(({ list_type }: { list_type: string }) => list_type === 'watch_later');
    const list = (await me.get(`/api/v1/user_lists/${later.id}`).expect(200)).body.user_list;
    expect(list.media.map(({ id }: { id: number }) => id)).toEqual(wanted);
    // The account is in the round, with the votes, and the others see its name.
    const round = await read(me, code);
    expect(round.members).toMatchObject([
      {},
      { id: guest.round.me, name: body.user.display_name, guest: false },
    ]);
    expect(round.media.filter(({ group_vote }) => group_vote.mine === 'yes')).toHaveLength(2);
    expect((await read(as(host), code)).version).toBe(round.version);
    expect(await prisma.roundRating.count({ where: { memberId: guest.round.me } })).toBe(0);
    expect((await me.get('/api/v1/rounds').expect(200)).body.rounds).toMatchObject([{ code }]);
  });

  it('a guest can keep the taste for twelve hours after the end, and not later', async () => {
    const { host, code, guest } = await startWithTaste();
    await patch(host, code, { state: 'ended' }).expect(200);
    const late = await startWithTaste();
    const endedAt = new Date(Date.now() - 12 * 3_600_000 - 1_000);
    await patch(late.host, late.code, { state: 'ended' }).expect(200);
    await prisma.round.update({ where: { code: late.code }, data: { endedAt } });
    await keep(guest.agent, code).expect(201);
    await keep(late.guest.agent, late.code).expect(404);
    await deps.repos.upkeep.endRounds();
    expect(await prisma.roundMember.count({ where: { round: { code } } })).toBe(2);
  });

  it('a guest keeps the taste once: the token then reaches neither the round nor the account', async () => {
    const { code, guest } = await startWithTaste();
    const [mine, stolen] = [newAccount(), newAccount()];
    await keep(guest.agent, code, mine).expect(201);
    for (const body of [mine, stolen]) {
      const again = await keep(guest.agent, code, body);
      expect([again.status, again.body.error, again.body.user]).toEqual([422, 'not_permitted', undefined]);
    }
    expect(await countUsers(stolen.user.email)).toBe(0);
    await guest.agent.get(`/api/v1/rounds/${code}`).expect(404);
    await guest.agent.delete(`/api/v1/rounds/${code}/me`).expect(404);
    await guest.agent.get('/api/v1/user').expect(401);
  });

  it('gets one account when the call comes many times at once', async () => {
    const { code, guest } = await startWithTaste();
    const bodies = Array.from({ length: 6 }, newAccount);
    const replies = await Promise.all(bodies.map((body) => keep(guest.agent, code, body)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(5);
    const counts = await Promise.all(bodies.map(({ user }) => countUsers(user.email)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
  });

  it('takes nothing of another guest, nor of another round', async () => {
    const [one, two] = [await startWithTaste(), await startWithTaste()];
    await keep(one.guest.agent, two.code).expect(404);
    const { guest: other } = { guest: await joinAsGuest((await start(one.host)).code) };
    await keep(other.agent, one.code).expect(404);
    const [id, expires, signature = ''] = other.token.split('.');
    const forged = guestAgent(`${one.guest.round.me}.${expires}.${signature}`);
    expect(id).not.toBe(String(one.guest.round.me));
    await keep(forged, one.code).expect(401);
    expect(await prisma.roundRating.count({ where: { memberId: one.guest.round.me } })).toBe(3);
  });

  it('is not created in part: when the address is taken, the guest stays as before', async () => {
    const { code, guest } = await startWithTaste();
    const taken = await createUser(prisma);
    const body = newAccount();
    const reply = await keep(guest.agent, code, { ...body, user: { ...body.user, email: taken.email } });
    expect([reply.status, reply.body.errors]).toEqual([422, { email: ['Email has already been taken'] }]);
    expect((await read(guest.agent, code)).members.at(-1)).toMatchObject({ name: 'Visitor', guest: true });
    await keep(guest.agent, code, body).expect(201);
  });

  it.each([
    [{ terms_accepted: false }, 'terms_accepted'],
    [{ terms_accepted: undefined }, 'terms_accepted'],
    [{ thirteen_or_older: 'true' }, 'thirteen_or_older'],
    [{ user: { email: 'x', display_name: 'Fine', password: 'popcorn 4 two' } }, 'email'],
    [
      { user: { email: 'fine@example.com', display_name: 'Fine', password: PASSWORD.slice(0, 3) } },
      'password',
    ],
  ])('is refused with %j', async (part, field) => {
    const { code } = await start(await createUser(prisma));
    const guest = await joinAsGuest(code);
    const reply = await keep(guest.agent, code, { ...newAccount(), ...part });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
    expect((await read(guest.agent, code)).members).toHaveLength(2);
  });

  it('only a guest who is still in the round can keep the taste', async () => {
    const { host, code, guest } = await startWithTaste();
    expect((await keep(as(host), code)).body.error).toBe('not_permitted');
    await keep(as(await createUser(prisma)), code).expect(404);
    await visitor.post(`/api/v1/rounds/${code}/me/keep`).send(newAccount()).expect(404);
    await as(host).delete(`/api/v1/rounds/${code}/members/${guest.round.me}`).expect(204);
    await keep(guest.agent, code).expect(404);
  });

  it('can keep the name of the round although another guest has it too', async () => {
    const { code } = await start(await createUser(prisma));
    const guest = await joinAsGuest(code, 'Kim');
    const body = newAccount();
    const other = await joinAsGuest(code, body.user.display_name);
    await keep(guest.agent, code, body).expect(201);
    const names = (await read(other.agent, code)).members.map(({ name }) => name);
    expect(names[1]).toBe(body.user.display_name);
    expect(names[2]).not.toBe(body.user.display_name);
  });
});
