// A thread of `pnpm lab abuse`: repeats calls as several accounts over several connections, apart from the thread that measures.
import { parentPort, workerData } from 'node:worker_threads';

const CONNECTIONS = 10;

export interface AttackCall {
  path: string;
  /** A POST with this body, or else a GET. */
  body?: object;
}

interface Attack {
  origin: string;
  calls: AttackCall[];
  tokens: string[];
  until: number;
}

const { origin, calls, tokens, until }: Attack = workerData;
const statuses = new Map<number, number>();

async function send(token: string, first: number): Promise<void> {
  for (let at = first; Date.now() < until; at++) {
    const { path, body } = calls[at % calls.length] ?? { path: '/' };
    const response = await fetch(`${origin}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  }
}

await Promise.all(tokens.flatMap((token) => Array.from({ length: CONNECTIONS }, (_, at) => send(token, at))));
parentPort?.postMessage([...statuses]);
