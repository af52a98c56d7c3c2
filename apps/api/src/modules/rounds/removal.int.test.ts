import type { Round } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import { createUser } from '../../../test/factories.ts';
import { type Agent, startRounds } from '../../../test/rounds.ts';

const { prisma, as, visitor, start, read, join, joinAs, patch, voteAs, joinAsGuest, startVote } =
  await startRounds();

const remove = (agent: Agent, code: string, id: number) =>
  agent.delete(`/api/v1/rounds/${code}/members/${id}`);
const namesIn = ({ members }: Round): string[] => members.map(({ name }) => name);

describe('a person whom the host removes', () => {
  it('is out of the round with votes and token, and neither that key nor that user can return', async () => {
    const [host, user] = [await createUser(prisma), await createUser(prisma)];
    const { code } = await start(host);
    await join(user, code);
    const guest = await joinAsGuest(code, 'Noisy');
    const me = (await read(as(user), code)).me;
    for (const id of [guest.round.me, me]) {
      await remove(as(host), code, id).expect(204);
      await remove(as(host), code, id).expect(204);
    }
    await guest.agent.get(`/api/v1/rounds/${code}`).expect(404);
    await as(user).get(`/api/v1/rounds/${code}`).expect(404);
    const again = { name: 'Noisy', guest_key: guest.guest_key };
    await visitor.post(`/api/v1/rounds/${code}/join`).send(again).expect(404);
    expect((await joinAs(user, code)).status).toBe(404);
    expect(namesIn(await read(as(host), code))).toEqual([host.displayName]);
    expect((await as(user).get('/api/v1/rounds').expect(200)).body.rounds).toEqual([]);
    // Another guest finds the seat free.
    await joinAsGuest(code, 'Quiet');
  });

  it('no longer keeps the others from agreeing', async () => {
    const { users, host, code, round } = await startVote(3);
    const [title] = round.media;
    const [, second, third] = users;
    if (!title || !second || !third) return expect.unreachable();
    for (const user of [host, second]) await voteAs(as(user), code, title.id, 'yes').expect(200);
    const { me } = await read(as(third), code);
    await remove(as(host), code, me).expect(204);
    expect(await read(as(host), code)).toMatchObject({ state: 'decided', winner: title.id });
  });

  it('is removed by nobody but the host, who stays, and a stranger finds no round', async () => {
    const [host, user, stranger] = await Promise.all([1, 2, 3].map(() => createUser(prisma)));
    if (!host || !user || !stranger) return expect.unreachable();
    const { code, me } = await start(host);
    await join(user, code);
    const guest = await joinAsGuest(code);
    await remove(as(user), code, guest.round.me).expect(422);
    await remove(as(host), code, me).expect(422);
    await remove(as(stranger), code, guest.round.me).expect(404);
    await remove(as(host), code, 2_000_000_000).expect(404);
    await remove(guest.agent, code, me).expect(401);
    expect((await read(as(host), code)).members).toHaveLength(3);
  });

  it('leaves nothing behind when the account is deleted', async () => {
    const [host, user] = [await createUser(prisma), await createUser(prisma)];
    const { code } = await start(host);
    await join(user, code);
    await remove(as(host), code, (await read(as(user), code)).me).expect(204);
    await as(user).post('/api/v1/users/destroy').expect(200);
    expect(await prisma.roundMember.count({ where: { round: { code } } })).toBe(1);
  });
});

it('a round starts although a guest changes something all the time', async () => {
  const host = await createUser(prisma);
  const { code } = await start(host, { mode: 'list' });
  const guest = await joinAsGuest(code);
  let isStarted = false;
  const toggle = async (): Promise<void> => {
    for (let ready = true; !isStarted; ready = !ready)
      await guest.agent.patch(`/api/v1/rounds/${code}/me`).send({ ready });
  };
  const toggling = Promise.all([toggle(), toggle()]);
  const { body } = await patch(host, code, { state: 'voting' }).expect(200);
  isStarted = true;
  await toggling;
  expect(body.round).toMatchObject({ state: 'voting' });
});

it('a guest gets a digit also when the user of that name joins later, and for a name that only looks equal', async () => {
  const [host, friend] = [await createUser(prisma), await createUser(prisma, { displayName: 'Cam4Round' })];
  const { code } = await start(host);
  // Cyrillic letters, and a small l for a capital I.
  for (const name of ['cam4round', 'Сам', 'CAM', 'Illy', 'lIly']) await joinAsGuest(code, name);
  expect(namesIn(await read(as(host), code)).slice(1)).toEqual(['cam4round', 'Сам', 'CAM2', 'Illy', 'lIly2']);
  const guests = (await read(as(host), code)).members.filter(({ guest }) => guest);
  await remove(as(host), code, guests.at(-1)?.id ?? 0).expect(204);
  await join(friend, code);
  expect(namesIn(await read(as(host), code)).slice(1)).toEqual([
    'cam4round2',
    'Сам',
    'CAM2',
    'Illy',
    'Cam4Round',
  ]);
});

it('guests with a name that somebody in the round has get a digit behind it', async () => {
  const host = await createUser(prisma, { displayName: 'SamOfTheRound' });
  const { code } = await start(host);
  for (const name of ['samoftheround', 'Kim', 'KIM', 'SixteenLettersOk', 'SixteenLettersOk'])
    await joinAsGuest(code, name);
  expect(namesIn(await read(as(host), code))).toEqual([
    'SamOfTheRound',
    'samoftheround2',
    'Kim',
    'KIM2',
    'SixteenLettersOk',
    'SixteenLettersO2',
  ]);
});
