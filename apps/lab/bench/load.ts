import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The results of a scenario: requests per second, latency in milliseconds, CPU time of the server per request
 * in microseconds.
 */
export interface Measured {
  perSecond: number;
  p50: number;
  p99: number;
  worst: number;
  cpuUs: number;
}

export interface LoadRequest {
  path: string;
  token?: string | undefined;
}

/**
 * Sends one call.
 * @throws when the call is not successful.
 */
export async function call(address: string, { path, token }: LoadRequest, body?: object): Promise<string> {
  const response = await fetch(`${address}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'accept-encoding': 'identity',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text;
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Measures one client that sends the next call after each reply. The measured time excludes `prepare`. */
export async function oneByOne<T>(
  items: Iterable<T>,
  prepare: (item: T) => Promise<unknown>,
  timed: (item: T) => Promise<unknown>,
  cpuMs: () => Promise<number>,
): Promise<Measured> {
  const times: number[] = [];
  const before = await cpuMs();
  for (const item of items) {
    await prepare(item);
    const start = performance.now();
    await timed(item);
    times.push(performance.now() - start);
  }
  const cpu = (await cpuMs()) - before;
  const total = times.reduce((sum, time) => sum + time, 0);
  const sorted = times.toSorted((a, b) => a - b);
  return {
    perSecond: (1_000 * times.length) / total,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    worst: sorted.at(-1) ?? 0,
    cpuUs: (cpu * 1_000) / times.length,
  };
}

/** Time between two calls of a user whose calls are measured beside other work. */
const BESIDE_PAUSE_MS = 20;

/** Measures the calls of one user until the promise `work` is settled. */
export async function beside(work: Promise<unknown>, timed: () => Promise<unknown>): Promise<Measured> {
  let isBusy = true;
  void work.finally(() => {
    isBusy = false;
  });
  function* whileBusy(): Generator<number> {
    for (let turn = 0; isBusy; turn++) yield turn;
  }
  const measured = await oneByOne(
    whileBusy(),
    () => sleep(BESIDE_PAUSE_MS),
    timed,
    async () => 0,
  );
  await work;
  return measured;
}
