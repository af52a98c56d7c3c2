// A thread of `pnpm lab abuse`: sends calls as several accounts, or guesses of none, over several connections, apart from the thread that measures.
import { parentPort, workerData } from 'node:worker_threads';

/** Of each account. */
const CONNECTIONS = 10;
/** Of all who guess, together. */
const GUESSING = 80;

export interface AttackCall {
  path: string;
  /** A POST with this body, or else a GET. */
  body?: object;
  headers?: Record<string, string>;
}

export interface Attack {
  origin: string;
  calls: readonly AttackCall[];
  /** Each account repeats the calls until the time is over. Without accounts, each call is sent once. */
  accounts?: { tokens: readonly string[]; until: number };
}

const { origin, calls, accounts }: Attack = workerData;
const statuses = new Map<number, number>();

async function send({ path, body, headers }: AttackCall): Promise<void> {
  const response = await fetch(`${origin}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
}

async function repeat(token: string, until: number, first: number): Promise<void> {
  for (let at = first; Date.now() < until; at++) {
    const call = calls[at % calls.length] ?? { path: '/' };
    await send({ ...call, headers: { authorization: `Bearer ${token}` } });
  }
}

/** Sends what the other connections have not sent. */
async function sendRest(rest: Iterator<AttackCall>): Promise<void> {
  for (let next = rest.next(); !next.done; next = rest.next()) await send(next.value);
}

if (accounts) {
  const { tokens, until } = accounts;
  await Promise.all(
    tokens.flatMap((token) => Array.from({ length: CONNECTIONS }, (_, at) => repeat(token, until, at))),
  );
} else {
  const rest = calls.values();
  await Promise.all(Array.from({ length: GUESSING }, () => sendRest(rest)));
}
parentPort?.postMessage([...statuses]);
