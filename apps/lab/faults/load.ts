// Clients that read and write during a fault. They repeat refused or lost writes, and try tokens that must be
// refused.
import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD, unique } from '@marquee/api/test/factories.ts';
import { createTally, type Reply, type Request, type Status, type Tally } from './caller.ts';
import type { Ledger } from './ledger.ts';
import { logIn, type Member, type World } from './world.ts';

const RATERS = 4;
const LISTERS = 2;
const READERS = 2;
/**
 * Milliseconds that a client pauses between two calls, because clients and product share the cores of the
 * machine.
 */
const PAUSE_MS = 20;
const REPEAT_AFTER_MS = 100;
const PAIR_STEP = 7;

const READS = [
  '/api/v2/media?grouped_genres=true&taste_rows=true&view=card',
  '/api/v2/media?selection=recommended&per_page=20&view=card',
  '/api/v1/user_lists',
  '/api/v1/user',
];

/** Statuses after which a client repeats a call. A proxy answers 502 when a process broke the connection. */
export const WORTH_REPEATING: readonly unknown[] = [429, 502, 503];

/** Returns whether a call got no reply, or a refusal after which a client tries again. */
const isWorthRepeating = (status: Status): boolean =>
  typeof status !== 'number' || WORTH_REPEATING.includes(status);

export interface Load {
  tally: Tally;
  /** One sentence for each reply that no fault may cause. */
  wrong: string[];
  stop(): Promise<void>;
}

/** Counters for `nextPair`, one for each world, so that no pair of member and title is used twice. */
const used = new WeakMap<Ledger, { ratings: number; entries: number }>();

function nextPair(world: World, kind: 'ratings' | 'entries'): { member: Member; mediumId: number } {
  const counts = used.get(world.ledger) ?? { ratings: 0, entries: 0 };
  used.set(world.ledger, counts);
  const at = counts[kind]++;
  const member = world.members[at % world.members.length];
  const mediumId =
    world.mediumIds[(Math.floor(at / world.members.length) * PAIR_STEP) % world.mediumIds.length];
  if (!member || mediumId === undefined) throw new Error('the world has members and titles');
  return { member, mediumId };
}

function createClients(world: World, tally: Tally, wrong: string[], isStopping: () => boolean) {
  const { call, ledger } = world;

  /**
   * Repeats the write until a reply acknowledges the write, or until the load stops.
   * @param also further statuses that are accepted on a repeat.
   */
  async function persist(kind: string, request: Request, also: Status[] = []): Promise<Reply | null> {
    for (let isRepeat = false; ; isRepeat = true) {
      const reply = await call(request);
      tally.add(kind, reply);
      const { status } = reply;
      if (status === 200 || status === 201 || status === 204) return reply;
      if (isRepeat && also.includes(status)) return reply;
      if (!isWorthRepeating(status)) {
        wrong.push(`${kind}: ${status} ${JSON.stringify(reply.body).slice(0, 200)}`);
        return null;
      }
      if (isStopping()) return null;
      await sleep(REPEAT_AFTER_MS);
    }
  }

  return {
    async rate(): Promise<void> {
      const { member, mediumId } = nextPair(world, 'ratings');
      const rating = { userId: member.id, mediumId, rating: (member.id + mediumId) % 11 };
      ledger.ratings.attempt(rating);
      const body = { user_medium_rating: { rating: rating.rating } };
      const path = `/api/v1/media/${mediumId}/user_medium_ratings`;
      if (await persist('ratings', { method: 'POST', path, token: member.token, body }))
        ledger.ratings.acknowledge(rating);
    },

    async list(): Promise<void> {
      const { member, mediumId } = nextPair(world, 'entries');
      const entry = { listId: member.listId, mediumId };
      ledger.entries.attempt(entry);
      const body = { user_list_medium: { medium_id: mediumId } };
      const path = `/api/v1/user_lists/${member.listId}/user_list_media`;
      if (await persist('entries', { method: 'POST', path, token: member.token, body }))
        ledger.entries.acknowledge(entry);
    },

    /**
     * Signs up. A repeat may get 422, because the account may have been stored although the reply was lost.
     */
    async signUp(): Promise<void> {
      const name = unique('f');
      const email = `${name}@example.com`;
      ledger.signUps.attempt(email);
      const body = { user: { email, display_name: name, password: PASSWORD } };
      if (await persist('sign-ups', { method: 'POST', path: '/users', body }, [422]))
        ledger.signUps.acknowledge(email);
    },

    /**
     * Logs in and out. A repeat of the logout may get 401, because the token may have ended although the
     * reply was lost.
     */
    async signOut(): Promise<void> {
      const member = world.members[Math.floor(Math.random() * world.members.length)];
      // A login may fail during a fault. The next call of `signOut` tries again.
      const token = await logIn(call, member?.email ?? '').catch(() => null);
      if (token !== null) {
        const request: Request = { method: 'POST', path: '/users/sign_out', token };
        if (await persist('sign-outs', request, [401])) world.badTokens.push(token);
      }
      await sleep(PAUSE_MS * 10);
    },

    async read(): Promise<void> {
      const member = world.members[Math.floor(Math.random() * world.members.length)];
      const path = READS[Math.floor(Math.random() * READS.length)] ?? '';
      const reply = await call({ path, token: member?.token ?? '' });
      tally.add('reads', reply);
      if (isWorthRepeating(reply.status)) await sleep(REPEAT_AFTER_MS);
      else if (reply.status !== 200)
        wrong.push(`${path}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 200)}`);
    },

    /**
     * Sends a read or a write with a token that must be refused. Half of the calls use the newest token in
     * `badTokens`, and the other calls use a random token.
     */
    async tryBadToken(): Promise<void> {
      const { badTokens, mediumIds } = world;
      const at = Math.random() < 0.5 ? badTokens.length - 1 : Math.floor(Math.random() * badTokens.length);
      const token = badTokens[at] ?? '';
      const body = { user_medium_rating: { rating: 5 } };
      const reply = await call(
        Math.random() < 0.5
          ? { path: '/api/v1/user', token }
          : { method: 'POST', path: `/api/v1/media/${mediumIds[0]}/user_medium_ratings`, token, body },
      );
      tally.add('bad tokens', reply);
      if (isWorthRepeating(reply.status)) await sleep(REPEAT_AFTER_MS);
      else if (reply.status !== 401) wrong.push(`a bad token got ${reply.status}`);
    },
  };
}

/** Starts the clients. `stop` waits for the replies to open calls. */
export function startLoad(world: World): Load {
  const tally = createTally();
  const wrong: string[] = [];
  let isStopping = false;
  const clients = createClients(world, tally, wrong, () => isStopping);
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    while (!isStopping) {
      await work();
      await sleep(PAUSE_MS);
    }
  };
  const times = (count: number, work: () => Promise<void>) =>
    Array.from({ length: count }, () => repeat(work));
  const running = [
    ...times(RATERS, clients.rate),
    ...times(LISTERS, clients.list),
    ...times(READERS, clients.read),
    ...times(1, clients.signUp),
    ...times(1, clients.signOut),
    ...times(1, clients.tryBadToken),
  ];
  return {
    tally,
    wrong,
    async stop() {
      isStopping = true;
      await Promise.all(running);
    },
  };
}
