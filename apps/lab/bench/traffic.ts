// Sends the calls of mix.ts with the pauses of members, without pauses, or one at a time.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { KINDS, type Kind, type MixCall, PAUSE_SECONDS } from './mix.ts';

export interface LoadUser {
  token: string;
  next: () => MixCall;
}

export interface Target {
  /**
   * The addresses of the API processes. Member n always calls address n modulo the count, as with sticky
   * sessions.
   */
  addresses: readonly string[];
  users: readonly LoadUser[];
}

interface KindFigures {
  kind: Kind | 'reads' | 'all';
  calls: number;
  p50: number;
  p99: number;
  worst: number;
}

const TIMEOUT_MS = 30_000;

/** Collects latencies in milliseconds, refusals and errors. */
export class Tally {
  readonly #times = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
  readonly #reads: number[] = [];
  readonly errors = new Map<string, number>();
  /** Number of replies with 503 and Retry-After. */
  refused = 0;

  add({ kind, method }: MixCall, milliseconds: number): void {
    this.#times.get(kind)?.push(milliseconds);
    if (method === 'GET') this.#reads.push(milliseconds);
  }

  fail(reason: string): void {
    this.errors.set(reason, (this.errors.get(reason) ?? 0) + 1);
  }

  get answered(): number {
    return [...this.#times.values()].reduce((sum, times) => sum + times.length, 0);
  }

  get failed(): number {
    return [...this.errors.values()].reduce((sum, count) => sum + count, 0);
  }

  figures(): KindFigures[] {
    const kinds = [...this.#times].map(([kind, times]) => figuresOf(kind, times));
    return [...kinds, figuresOf('reads', this.#reads), figuresOf('all', [...this.#times.values()].flat())];
  }
}

function figuresOf(kind: KindFigures['kind'], times: readonly number[]): KindFigures {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { kind, calls: times.length, p50: at(0.5), p99: at(0.99), worst: sorted.at(-1) ?? 0 };
}

interface Reply {
  status: number;
  retryAfter: string | undefined;
}

/** Sends a call and reads the whole reply, compressed as for browsers over HTTPS unless the call says otherwise. */
function send(
  agent: Agent,
  address: string,
  token: string,
  { method, path, body, encoding = 'gzip, deflate, br, zstd' }: MixCall,
): Promise<Reply> {
  const text = body && JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    'accept-encoding': encoding,
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${address}${path}`, { agent, headers, method, timeout: TIMEOUT_MS }, (response) => {
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }),
      );
      response.resume();
    });
    sent.once('timeout', () => sent.destroy(new Error('no reply within 30 s')));
    sent.once('error', reject);
    sent.end(text);
  });
}

/** Sends the next call of the member at index `place`. */
async function callOnce(
  { addresses, users }: Target,
  place: number,
  agent: Agent,
  tally: Tally,
  given?: MixCall,
): Promise<void> {
  const user = users[place % users.length];
  const address = addresses[place % addresses.length];
  if (!user || address === undefined) throw new Error('there is no member or no address');
  const call = given ?? user.next();
  const start = performance.now();
  try {
    const { status, retryAfter } = await send(agent, address, user.token, call);
    if (status === 503 && retryAfter !== undefined) tally.refused++;
    else if (status >= 200 && status < 300) tally.add(call, performance.now() - start);
    else tally.fail(`${status} ${call.method} ${call.path.split('?')[0]?.replace(/\d+/g, 'N')}`);
  } catch (error) {
    tally.fail(error instanceof Error ? error.message : String(error));
  }
}

const createAgent = (connections: number): Agent => new Agent({ keepAlive: true, maxSockets: connections });

/**
 * Sends the next call after each reply on every connection, until `calls` calls were sent or `seconds` have
 * passed.
 */
export async function sendAsFastAsAnswered(
  target: Target,
  {
    connections,
    calls = Number.POSITIVE_INFINITY,
    seconds = Number.POSITIVE_INFINITY,
  }: {
    connections: number;
    calls?: number;
    seconds?: number;
  },
): Promise<Tally> {
  const tally = new Tally();
  const agent = createAgent(connections);
  const end = performance.now() + seconds * 1_000;
  let sent = 0;
  const run = async (): Promise<void> => {
    while (sent < calls && performance.now() < end) await callOnce(target, sent++, agent, tally);
  };
  await Promise.all(Array.from({ length: connections }, run));
  agent.destroy();
  return tally;
}

/**
 * Sends the calls of `callsOf` for each turn, one at a time.
 * @param users the members of the target that call in turn.
 */
export async function sendOneByOne(
  target: Target,
  { calls, users, callsOf }: { calls: number; users: number; callsOf: (turn: number) => readonly MixCall[] },
): Promise<Tally> {
  const tally = new Tally();
  const agent = createAgent(1);
  for (let turn = 0; turn < calls; turn++) {
    for (const call of callsOf(turn)) await callOnce(target, turn % users, agent, tally, call);
  }
  agent.destroy();
  return tally;
}

/**
 * Sends calls with the pauses of the mix. Each member has a separate connection, so a call never waits for calls
 * of other members.
 */
export async function sendWithPauses(
  target: Target,
  { seconds, random }: { seconds: number; random: { next(): number } },
): Promise<Tally> {
  const tally = new Tally();
  const agent = createAgent(Number.POSITIVE_INFINITY);
  const end = performance.now() + seconds * 1_000;
  const run = async (_: unknown, place: number): Promise<void> => {
    for (;;) {
      const { least, most } = PAUSE_SECONDS;
      const pause = (least + random.next() * (most - least)) * 1_000;
      if (performance.now() + pause > end) return;
      await sleep(pause);
      await callOnce(target, place, agent, tally);
    }
  };
  await Promise.all(target.users.map(run));
  agent.destroy();
  return tally;
}
