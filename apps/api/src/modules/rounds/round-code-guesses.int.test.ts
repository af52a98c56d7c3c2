// Tests the limits on guessing short codes, with limits and bot checks on, as in production.
import { LIMITS, ROUND_WAITING_MAX } from '@marquee/contracts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createRound, createUser, unique } from '../../../test/factories.ts';

const { deps, prisma, visitor, as } = await startApp({
  RATE_LIMIT: 'on',
  BOT_CHECK: 'altcha',
  TRUST_PROXY: true,
});
const { max, windowMs } = LIMITS.wrongRoundCodes;

let lastIp = 0;
/** Returns an IP address that no other test uses. */
const newIp = (): string => `203.0.113.${++lastIp}`;
const newKey = (): string => unique('key-of-a-visitor-');

const askToJoin = (ip: string, code: string, body: object = {}) =>
  visitor
    .post(`/api/v1/rounds/short/${code}/join`)
    .set('x-forwarded-for', ip)
    .send({ name: 'Sam', guest_key: newKey(), ...body });

let codes = 0;
/** Creates a round, and returns its short code, which no other test uses. */
async function startRound() {
  const host = await createUser(prisma);
  const round = await createRound(prisma, host, []);
  const short = `ZZZZ${'23456789'[Math.floor(codes / 8)]}${'23456789'[codes++ % 8]}`;
  await prisma.round.update({ where: { id: round.id }, data: { shortCode: short } });
  return { host, round, short };
}

const countWaiting = (roundId: number) => prisma.roundWaiting.count({ where: { roundId } });

describe('a client that tries short codes', () => {
  it('may be wrong ten times in ten minutes, and is then refused with the right one too', async () => {
    const { short, round } = await startRound();
    const ip = newIp();
    for (let time = 0; time < max; time++)
      // Codes of a form that no round has count as well.
      expect((await askToJoin(ip, time % 2 ? '22222Z' : 'O0OO00')).status).toBe(404);
    const refused = await askToJoin(ip, short);
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(windowMs / 1_000 - 60);
    expect(await countWaiting(round.id)).toBe(0);
    await askToJoin(newIp(), short).expect(202);
  });

  it('gets no more tries by sending many calls at the same time', async () => {
    const ip = newIp();
    const replies = await Promise.all(Array.from({ length: 3 * max }, () => askToJoin(ip, '22222Y')));
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(max);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(2 * max);
  });

  it('does not use up the calls of a person who waits at the same IP address', async () => {
    const { short } = await startRound();
    const ip = newIp();
    const guest_key = newKey();
    await askToJoin(ip, short, { guest_key }).expect(202);
    for (let time = 0; time < max; time++) await askToJoin(ip, '22222X').expect(404);
    await askToJoin(ip, '22222X').expect(429);
    // A waiting person asks every few seconds until the host answers.
    for (let time = 0; time < 50; time++) await askToJoin(ip, short, { guest_key }).expect(202);
  });

  it('takes nothing from a user behind the same IP address, for whom codes, previews and joins count apart', async () => {
    const { short, round } = await startRound();
    const ip = newIp();
    for (let time = 0; time < max; time++) await askToJoin(ip, '22222V').expect(404);
    const preview = (agent: typeof visitor) =>
      agent.get(`/api/v1/rounds/${round.code}/preview`).set('x-forwarded-for', ip);
    for (let time = 0; time < LIMITS.roundPreviews.max; time++) await preview(visitor).expect(200);
    await preview(visitor).expect(429);
    const friend = as(await createUser(prisma));
    await preview(friend).expect(200);
    await friend.post(`/api/v1/rounds/short/${short}/join`).set('x-forwarded-for', ip).send({}).expect(202);
    // The user's own wrong codes count for the user.
    const wrong = () => friend.post('/api/v1/rounds/short/22222V/join').set('x-forwarded-for', ip).send({});
    for (let time = 0; time < max; time++) await wrong().expect(404);
    await wrong().expect(429);
  });

  it('can make only six guests ask for one round, refused ones among them, and leaves places to others', async () => {
    const { host, round, short } = await startRound();
    const ip = newIp();
    const { max: guests } = LIMITS.roundGuests;
    const first = await askToJoin(ip, short).expect(202);
    await as(host)
      .patch(`/api/v1/rounds/${round.code}/waiting/${first.body.waiting.id}`)
      .send({ admit: false })
      .expect(200);
    const statuses: number[] = [];
    for (let time = 0; time < ROUND_WAITING_MAX; time++) statuses.push((await askToJoin(ip, short)).status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(guests - 1);
    expect(statuses.at(-1)).toBe(429);
    await askToJoin(newIp(), short).expect(202);
    const { body } = await as(host).get(`/api/v1/rounds/${round.code}`).expect(200);
    expect(body.round.waiting).toHaveLength(guests);
    // A right code counts as no wrong code, even when it is refused.
    await askToJoin(ip, '22222W').expect(404);
  });
});

describe('after a thousand wrong codes of all clients', () => {
  it('a right code with a proof still leads to the waiting room, and a waiting person needs no proof', async () => {
    const { short } = await startRound();
    const guest_key = newKey();
    await askToJoin(newIp(), short, { guest_key }).expect(202);
    for (let time = 0; time < LIMITS.allWrongRoundCodes.max; time++)
      if (!(await deps.limits.tryTake('allWrongRoundCodes', 'all'))) break;

    const ip = newIp();
    for (let time = 0; time < max + 5; time++)
      expect((await askToJoin(ip, short)).body.error).toBe('bot_check_failed');
    const solve = async (action: string): Promise<string> => {
      const { body } = await visitor.get(`/api/v1/bot_check/challenge?action=${action}`).expect(200);
      const challenge = { parameters: body.parameters, signature: body.signature };
      const solution = await solveChallenge({ challenge, deriveKey });
      return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    };
    expect((await askToJoin(ip, short, { recaptcha: await solve('login') })).body.error).toBe(
      'bot_check_failed',
    );
    const proof = await solve('round_code');
    await askToJoin(ip, short, { recaptcha: proof }).expect(202);
    // A proof is good for one try, right or wrong.
    expect((await askToJoin(ip, short, { recaptcha: proof })).body.error).toBe('bot_check_failed');
    await askToJoin(ip, '22222V', { recaptcha: await solve('round_code') }).expect(404);
    await askToJoin(ip, short, { guest_key }).expect(202);
  });
});

it('allows twenty previews of rounds a minute and IP address', async () => {
  const { round } = await startRound();
  const ip = newIp();
  const preview = () => visitor.get(`/api/v1/rounds/${round.code}/preview`).set('x-forwarded-for', ip);
  for (let time = 0; time < LIMITS.roundPreviews.max; time++) await preview().expect(200);
  await preview().expect(429);
});
