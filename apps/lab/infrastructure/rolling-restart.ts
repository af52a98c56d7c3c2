// Sends requests through a proxy while one API process after the other is restarted.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductProcess } from './processes.ts';

/**
 * Pause of a client between calls, in milliseconds. The pause limits the load, so that processes have time to
 * start.
 */
const PAUSE_MS = 10;

export interface Member {
  id: number;
  token: string;
}

interface Options {
  /** The origin of the proxy. */
  origin: string;
  apis: readonly ProductProcess[];
  members: readonly Member[];
  /** The titles that every member rates. */
  mediumIds: readonly number[];
  rounds: number;
  /** Resolves when the proxy sends requests to a restarted process. */
  isInUse(api: ProductProcess): Promise<unknown>;
}

interface Outcome {
  answered: number;
  /** The status or the error of each failed call. */
  failed: string[];
  /** The last acknowledged rating by member and title, as `userId/mediumId`. */
  ratings: Map<string, number>;
  /** The exit codes of the stopped processes. */
  codes: (number | null)[];
}

function send(agent: Agent, origin: string, path: string, token: string, body?: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const sent = request(
      `${origin}${path}`,
      { agent, headers, method: body ? 'POST' : 'GET', timeout: 30_000 },
      (reply) => {
        reply.resume();
        reply.once('error', reject);
        reply.once('end', () => resolve(reply.statusCode ?? 0));
      },
    );
    sent.once('timeout', () => sent.destroy(new Error('no answer within 30 s')));
    sent.once('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

/** Restarts every process `rounds` times, while each member sends reads and ratings one after another. */
export async function restartUnderLoad({
  origin,
  apis,
  members,
  mediumIds,
  rounds,
  isInUse,
}: Options): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true });
  const outcome: Outcome = { answered: 0, failed: [], ratings: new Map(), codes: [] };
  let isOver = false;

  async function call(path: string, token: string, body?: object): Promise<boolean> {
    const status = await send(agent, origin, path, token, body).catch(String);
    const isDone = status === 200 || status === 201;
    if (isDone) outcome.answered++;
    else outcome.failed.push(`${path}: ${status}`);
    return isDone;
  }

  async function useProduct({ id, token }: Member): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const mediumId = mediumIds[turn % mediumIds.length] ?? 0;
      const rating = turn % 11;
      await call('/api/v2/media?grouped_genres=true&taste_rows=true&view=card', token);
      await sleep(PAUSE_MS);
      const body = { user_medium_rating: { rating } };
      if (await call(`/api/v1/media/${mediumId}/user_medium_ratings`, token, body))
        outcome.ratings.set(`${id}/${mediumId}`, rating);
      await sleep(PAUSE_MS);
    }
  }

  const load = members.map(useProduct);
  try {
    for (let round = 0; round < rounds; round++) {
      for (const api of apis) {
        outcome.codes.push(await api.stop());
        await api.start();
        await isInUse(api);
      }
    }
  } finally {
    isOver = true;
    await Promise.all(load);
    agent.destroy();
  }
  return outcome;
}
