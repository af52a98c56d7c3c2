import type { Round } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { afterAll } from 'vitest';
import { startApp } from './app.ts';
import { createMedium, createUser, unique } from './factories.ts';

export const TITLES = 90;

/** Starts two processes over one database, with titles on one provider, and returns the calls of rounds. */
export async function startRounds() {
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

  const name = unique('service');
  const data = { name, slug: name, searchUrlTemplate: 'https://example.com/{title}' };
  const providerId = (await prisma.mediumProvider.create({ data })).id;
  const media = await Promise.all(
    Array.from({ length: TITLES }, (_, at) =>
      createMedium(prisma, { popularity: TITLES - at, runtimeMinutes: 90, ageRating: at % 2 ? 'PG' : 'R' }),
    ),
  );
  const ids = media.map(({ id }) => id);
  await prisma.providerMedium.createMany({
    data: ids.map((mediumId) => ({ mediumId, providerId, url: 'https://example.com/x', source: 'test' })),
  });
  await Promise.all([deps.inMemory.refresh(), other.deps.inMemory.refresh()]);

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
  const patch = (user: User, code: string, body: object) =>
    as(user).patch(`/api/v1/rounds/${code}`).send(body);
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

  return {
    one,
    other,
    app,
    deps,
    prisma,
    as,
    visitor,
    providerId,
    ids,
    guestAgent,
    start,
    read,
    joinAs,
    join,
    patch,
    voteAs,
    joinAsGuest,
    startVote,
  };
}

type Rounds = Awaited<ReturnType<typeof startRounds>>;
export type Agent = ReturnType<Rounds['as']>;
