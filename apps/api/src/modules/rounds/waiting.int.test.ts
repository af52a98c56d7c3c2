// Who types the short code of a round waits until its host lets them in.
import { ROUND_WAITING_MAX, ROUND_WAITING_SECONDS, type Round } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { describe, expect, it } from 'vitest';
import { createUser, unique } from '../../../test/factories.ts';
import { startRounds } from '../../../test/rounds.ts';
import { withShortCode } from './round-codes.ts';

const { prisma, deps, as, visitor, guestAgent, start, read, join, joinAs, patch, joinAsGuest } =
  await startRounds();

const shortOf = ({ short_code }: Round): string => short_code ?? expect.unreachable();
const newKey = (): string => unique('key-of-a-visitor-');
const askToJoin = (shortCode: string, body: object, agent = visitor) =>
  agent.post(`/api/v1/rounds/short/${shortCode}/join`).send(body);
const answer = (user: User, code: string, id: number, admit: boolean) =>
  as(user).patch(`/api/v1/rounds/${code}/waiting/${id}`).send({ admit });

/** Starts a round, for which somebody waits. */
async function startWithWaiting(name = 'Sam') {
  const host = await createUser(prisma);
  const round = await start(host);
  const guest_key = newKey();
  const { body } = await askToJoin(shortOf(round), { name, guest_key }).expect(202);
  return { host, round, code: round.code, short: shortOf(round), guest_key, id: body.waiting.id };
}

describe('the short code of a round', () => {
  it('has six characters that look like no other, and is there for half an hour while the round is open', async () => {
    const host = await createUser(prisma);
    const round = await start(host);
    expect(round.short_code).toMatch(/^[2-9A-HJKMNP-Z]{6}$/);
    const late = new Date(Date.now() - 30 * 60_000 - 1_000);
    await prisma.round.update({ where: { id: round.id }, data: { createdAt: late } });
    expect((await read(as(host), round.code)).short_code).toBeNull();
    const other = await start(host);
    await patch(host, other.code, { state: 'voting' }).expect(200);
    expect((await read(as(host), other.code)).short_code).toBeNull();
  });

  it('is another one than that of any round that has not ended, and can be used again afterwards', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const create = (code: string, ...drawn: string[]) =>
      withShortCode(
        (shortCode) =>
          prisma.round.create({
            data: { code, shortCode, mode: 'list', country: 'US', deckIds: [], expiresAt },
          }),
        () => drawn.shift() ?? expect.unreachable(),
      );
    expect((await create('vxtecadetest2', 'ABCDEF')).shortCode).toBe('ABCDEF');
    expect((await create('vxtecadetest5', 'ABCDEF', 'ABCDEF', 'ABCDEG')).shortCode).toBe('ABCDEG');
    await expect(create('vxtecadetest3', 'ABCDEF', 'ABCDEG', 'ABCDEF')).rejects.toThrow();
    await prisma.round.update({ where: { code: 'vxtecadetest2' }, data: { state: 'ended' } });
    expect((await create('vxtecadetest4', 'ABCDEF')).shortCode).toBe('ABCDEF');
  });
});

describe('somebody with the short code', () => {
  it('waits, is shown to the host alone, and is in the round once the host has let them in', async () => {
    const { host, round, code, short, guest_key, id } = await startWithWaiting();
    const friend = await createUser(prisma);
    await join(friend, code);
    const again = await askToJoin(short.toLowerCase(), { guest_key }).expect(202);
    expect(again.body.waiting).toEqual({ id, host_name: host.displayName, mode: 'swipe' });
    const seen = await read(as(host), code);
    expect(seen.waiting).toEqual([{ id, name: 'Sam' }]);
    expect(seen.version).toBeGreaterThan(round.version);
    expect(await read(as(friend), code)).toMatchObject({ waiting: [], members: { length: 2 } });
    const { body } = await answer(host, code, id, true).expect(200);
    expect(body.round).toMatchObject({ waiting: [], members: { length: 3 } });
    const joined = await askToJoin(short, { guest_key }).expect(200);
    expect(joined.body.round.members.at(-1)).toMatchObject({ name: 'Sam', guest: true });
    const guest = guestAgent(joined.body.guest_token);
    expect((await read(guest, code)).me).toBe(joined.body.round.me);
    // Also after the vote has begun, when the short code opens nothing any more.
    await patch(host, code, { state: 'voting' }).expect(200);
    await askToJoin(short, { guest_key }).expect(200);
    await askToJoin(short, { name: 'Late', guest_key: newKey() }).expect(404);
  });

  it('joins as a member with a trial or plan, and at once when already in the round', async () => {
    const { host, code, short } = await startWithWaiting();
    const friend = await createUser(prisma);
    const { body } = await askToJoin(short, {}, as(friend)).expect(202);
    expect((await read(as(host), code)).waiting.map(({ name }) => name)).toEqual(['Sam', friend.displayName]);
    await answer(host, code, body.waiting.id, true).expect(200);
    const joined = await askToJoin(short, {}, as(friend)).expect(200);
    expect(joined.body.guest_token).toBeUndefined();
    expect(joined.body.round.members.at(-1)).toMatchObject({ name: friend.displayName, guest: false });
    expect((await askToJoin(short, {}, as(host)).expect(200)).body.round.me).toBe(joined.body.round.host);
  });

  it('no longer waits after joining by the link, which needs no answer', async () => {
    const { host, code, short, guest_key } = await startWithWaiting();
    await visitor.post(`/api/v1/rounds/${code}/join`).send({ name: 'Sam', guest_key }).expect(200);
    expect(await read(as(host), code)).toMatchObject({ waiting: [], members: { length: 2 } });
    await askToJoin(short, { guest_key }).expect(200);
  });

  it('is refused for good, as an account and as a client', async () => {
    const { host, code, short, guest_key, id } = await startWithWaiting();
    const friend = await createUser(prisma);
    const { body } = await askToJoin(short, {}, as(friend)).expect(202);
    for (const each of [id, body.waiting.id]) {
      await answer(host, code, each, false).expect(200);
      await answer(host, code, each, false).expect(200);
    }
    await askToJoin(short, { name: 'Sam', guest_key }).expect(404);
    await askToJoin(short, {}, as(friend)).expect(404);
    expect(await read(as(host), code)).toMatchObject({ waiting: [], members: { length: 1 } });
    await answer(host, code, id, true).expect(409);
  });

  it.each([
    [{ guest_key: 'key-of-a-visitor-0' }, 'name'],
    [{ name: 'Sam' }, 'guest_key'],
    [{ name: 'x'.repeat(17), guest_key: 'key-of-a-visitor-0' }, 'name'],
    [{ name: '<b>Sam</b>', guest_key: 'key-of-a-visitor-0' }, 'name'],
    [{ name: '\u202eSam\u202e‮1', guest_key: 'short' }, 'guest_key'],
  ])('cannot wait with %j', async (body, field) => {
    const { short, code, host } = await startWithWaiting();
    const reply = await askToJoin(short, body).expect(422);
    expect(Object.keys(reply.body.errors)).toContain(field);
    expect((await read(as(host), code)).waiting).toHaveLength(1);
  });

  it('who asks to join gets a digit behind a name that somebody in the round or its waiting room has', async () => {
    const { host, code, short } = await startWithWaiting('Sam');
    await joinAsGuest(code, 'Kim');
    for (const name of ['SAM', 'kim', host.displayName])
      await askToJoin(short, { name, guest_key: newKey() });
    const names = (await read(as(host), code)).waiting.map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['Sam', 'SAM2', 'kim2']);
    expect(names[3]).not.toBe(host.displayName);
  });

  it('waits once, however often and from however many connections the call comes', async () => {
    const host = await createUser(prisma);
    const { code, short_code } = await start(host);
    const body = { name: 'Sam', guest_key: newKey() };
    const replies = await Promise.all(Array.from({ length: 20 }, () => askToJoin(short_code ?? '', body)));
    expect(new Set(replies.map((reply) => [reply.status, reply.body.waiting?.id].join()))).toHaveProperty(
      'size',
      1,
    );
    const { waiting, version } = await read(as(host), code);
    expect(waiting).toHaveLength(1);
    await askToJoin(short_code ?? '', body).expect(202);
    expect((await read(as(host), code)).version).toBe(version);
  });

  it('an eleventh person cannot wait for a round, however many ask at the same time', async () => {
    const host = await createUser(prisma);
    const { code, short_code } = await start(host);
    const replies = await Promise.all(
      Array.from({ length: 60 }, () => askToJoin(short_code ?? '', { name: 'Crowd', guest_key: newKey() })),
    );
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(ROUND_WAITING_MAX);
    expect(replies.filter(({ body }) => body.error === 'limit_reached')).toHaveLength(50);
    expect((await read(as(host), code)).waiting).toHaveLength(ROUND_WAITING_MAX);
    // The link still works for those whom the host wants.
    await joinAsGuest(code, 'Friend');
  });

  it('finds a wrong, an old and an ended code equally unknown', async () => {
    const [old, ended] = [await startWithWaiting(), await startWithWaiting()];
    const createdAt = new Date(Date.now() - 30 * 60_000 - 1_000);
    await prisma.round.update({ where: { id: old.round.id }, data: { createdAt } });
    await patch(ended.host, ended.code, { state: 'ended' }).expect(200);
    const replies = await Promise.all(
      [old.short, ended.short, '222222', 'O01IL1'].map((code) =>
        askToJoin(code, { name: 'Late', guest_key: newKey() }).expect(404),
      ),
    );
    expect(new Set(replies.map(({ text }) => text))).toHaveProperty('size', 1);
    // Who came in time can still be let in, but nobody into a round that has ended.
    await askToJoin(old.short, { guest_key: old.guest_key }).expect(202);
    await answer(old.host, old.code, old.id, true).expect(200);
    await askToJoin(ended.short, { guest_key: ended.guest_key }).expect(404);
    await answer(ended.host, ended.code, ended.id, true).expect(404);
    expect(await prisma.roundWaiting.count({ where: { roundId: ended.round.id } })).toBe(0);
  });

  it('is deleted with the round that ends by its time, and with the account', async () => {
    const { round, short } = await startWithWaiting();
    const friend = await createUser(prisma);
    await askToJoin(short, {}, as(friend)).expect(202);
    const { body } = await as(friend).get('/api/v1/user/export').expect(200);
    expect(body.user.rounds_waiting).toMatchObject([{ admitted: null, round: { code: round.code } }]);
    await as(friend).post('/api/v1/users/destroy').expect(200);
    expect(await prisma.roundWaiting.count({ where: { roundId: round.id } })).toBe(1);
    await prisma.round.update({ where: { id: round.id }, data: { expiresAt: new Date(Date.now() - 1_000) } });
    await deps.repos.upkeep.endRounds();
    expect(await prisma.roundWaiting.count({ where: { roundId: round.id } })).toBe(0);
  });
});

describe('the host', () => {
  it('nobody but the host of a round answers who asks to join it, not even the host of another round', async () => {
    const { code, id } = await startWithWaiting();
    const [stranger, friend, other] = [
      await createUser(prisma),
      await createUser(prisma),
      await startWithWaiting(),
    ];
    await join(friend, code);
    const guest = await joinAsGuest(code);
    await answer(stranger, code, id, true).expect(404);
    await answer(other.host, code, id, true).expect(404);
    await answer(other.host, other.code, id, true).expect(404);
    await answer(friend, code, id, true).expect(422);
    await guest.agent.patch(`/api/v1/rounds/${code}/waiting/${id}`).send({ admit: true }).expect(401);
    expect(await prisma.roundWaiting.findUnique({ where: { id } })).toMatchObject({ admitted: null });
  });

  it('lets somebody in once, and an answer that comes again brings nobody back whom the host removed', async () => {
    const { host, code, short, guest_key, id } = await startWithWaiting();
    const replies = await Promise.all(Array.from({ length: 8 }, () => answer(host, code, id, true)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await read(as(host), code)).members).toHaveLength(2);
    const { body } = await askToJoin(short, { guest_key }).expect(200);
    await as(host).delete(`/api/v1/rounds/${code}/members/${body.round.me}`).expect(204);
    await answer(host, code, id, true).expect(200);
    await answer(host, code, id, false).expect(409);
    await askToJoin(short, { name: 'Sam', guest_key }).expect(404);
    await guestAgent(body.guest_token).get(`/api/v1/rounds/${code}`).expect(404);
    expect((await read(as(host), code)).members).toHaveLength(1);
  });

  it('is asked again for somebody who was let in and has left', async () => {
    const { host, code, short, guest_key, id } = await startWithWaiting();
    await answer(host, code, id, true).expect(200);
    const { body } = await askToJoin(short, { guest_key }).expect(200);
    await guestAgent(body.guest_token).delete(`/api/v1/rounds/${code}/me`).expect(204);
    const again = await askToJoin(short, { name: 'Sam', guest_key }).expect(202);
    expect(again.body.waiting.id).not.toBe(id);
    expect((await read(as(host), code)).waiting).toHaveLength(1);
  });

  it('cannot let a seventh person in, nor anybody into a round that has started', async () => {
    const full = await startWithWaiting();
    for (let at = 0; at < 5; at++) await join(await createUser(prisma), full.code);
    expect((await answer(full.host, full.code, full.id, true)).body.error).toBe('limit_reached');
    expect((await askToJoin(full.short, { name: 'Seventh', guest_key: newKey() })).body.error).toBe(
      'limit_reached',
    );
    const started = await startWithWaiting();
    await patch(started.host, started.code, { state: 'voting' }).expect(200);
    await answer(started.host, started.code, started.id, true).expect(404);
    expect(await read(as(started.host), started.code)).toMatchObject({ waiting: [], members: { length: 1 } });
  });
});

describe('who stops asking', () => {
  const stopAsking = (id: number) =>
    prisma.roundWaiting.update({
      where: { id },
      data: { askedAt: new Date(Date.now() - ROUND_WAITING_SECONDS * 1_000 - 1_000) },
    });

  it('no longer waits: the host neither sees nor admits a person who went away', async () => {
    const { host, code, id } = await startWithWaiting();
    await stopAsking(id);
    expect(await read(as(host), code)).toMatchObject({ waiting: [], members: { length: 1 } });
    for (const admit of [true, false]) await answer(host, code, id, admit).expect(404);
    expect((await read(as(host), code)).members).toHaveLength(1);
  });

  it('waits again after asking again, which the host is told', async () => {
    const { host, code, short, guest_key, id } = await startWithWaiting();
    const { version } = await read(as(host), code);
    await stopAsking(id);
    await askToJoin(short, { guest_key }).expect(202);
    const seen = await read(as(host), code);
    expect(seen.waiting).toEqual([{ id, name: 'Sam' }]);
    expect(seen.version).toBeGreaterThan(version);
    await answer(host, code, id, true).expect(200);
  });

  it('makes room for others, and is never one more than ten by coming back', async () => {
    const { host, round, code, short, guest_key, id } = await startWithWaiting();
    for (let at = 1; at < ROUND_WAITING_MAX; at++)
      await askToJoin(short, { name: 'Crowd', guest_key: newKey() }).expect(202);
    await stopAsking(id);
    await askToJoin(short, { name: 'Next', guest_key: newKey() }).expect(202);
    const back = await askToJoin(short, { name: 'Sam', guest_key });
    expect([back.status, back.body.error]).toEqual([422, 'limit_reached']);
    expect((await read(as(host), code)).waiting).toHaveLength(ROUND_WAITING_MAX);
    expect(await prisma.roundWaiting.count({ where: { roundId: round.id } })).toBe(ROUND_WAITING_MAX);
  });
});

describe('when the vote begins', () => {
  it('who still waits gets 404, and who was let in comes in as before', async () => {
    const { host, round, code, short, guest_key, id } = await startWithWaiting();
    const [friend, refused] = [await createUser(prisma), { name: 'Refused', guest_key: newKey() }];
    const { body } = await askToJoin(short, {}, as(friend)).expect(202);
    await answer(host, code, body.waiting.id, true).expect(200);
    const { body: second } = await askToJoin(short, refused).expect(202);
    await answer(host, code, second.waiting.id, false).expect(200);
    await patch(host, code, { state: 'voting' }).expect(200);
    await askToJoin(short, { guest_key }).expect(404);
    await askToJoin(short, { name: 'Sam', guest_key }).expect(404);
    await askToJoin(short, {}, as(friend)).expect(200);
    // The host may repeat an answer that was given before.
    await answer(host, code, second.waiting.id, false).expect(200);
    await answer(host, code, id, true).expect(404);
    expect(await prisma.roundWaiting.count({ where: { roundId: round.id, admitted: null } })).toBe(0);
  });
});

describe('before joining', () => {
  it('everybody with the code of the address reads who invites and to what, until the round has ended', async () => {
    const host = await createUser(prisma);
    const { code } = await start(host, { mode: 'list', minutes: 100, mood: 'light' });
    await joinAsGuest(code);
    const expected = { host_name: host.displayName, mode: 'list', state: 'open', people: 2, minutes: 100 };
    for (const agent of [visitor, as(await createUser(prisma))]) {
      const { body } = await agent.get(`/api/v1/rounds/${code}/preview`).expect(200);
      expect(body).toEqual({ preview: { ...expected, mood: 'light' } });
    }
    await visitor.get('/api/v1/rounds/2222222222222/preview').expect(404);
    await patch(host, code, { state: 'ended' }).expect(200);
    await visitor.get(`/api/v1/rounds/${code}/preview`).expect(404);
  });

  it('a user without trial or plan waits as a guest', async () => {
    const { short } = await startWithWaiting();
    const lapsed = await createUser(prisma, { trialEndsAt: new Date(0) });
    await askToJoin(short, { name: 'Lapsed' }, as(lapsed)).expect(422);
    await askToJoin(short, { name: 'Lapsed', guest_key: newKey() }, as(lapsed)).expect(202);
    expect((await joinAs(lapsed, short)).status).toBe(404);
  });
});
