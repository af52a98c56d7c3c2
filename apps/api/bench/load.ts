import autocannon from 'autocannon';

/** One measured scenario: rate, latency in milliseconds, and the server's CPU per request in microseconds. */
export interface Measured {
  perSecond: number;
  p50: number;
  p99: number;
  cpuUs: number;
}

export interface LoadRequest {
  path: string;
  token?: string | undefined;
}

interface LoadOptions {
  address: string;
  requests: readonly LoadRequest[];
  connections: number;
  seconds: number;
  cpuMs: () => Promise<number>;
}

/** Sends the requests in turn over keep-alive connections for some seconds. A reply other than 200 is an error. */
export async function load({
  address,
  requests,
  connections,
  seconds,
  cpuMs,
}: LoadOptions): Promise<Measured> {
  const before = await cpuMs();
  const result = await autocannon({
    url: address,
    connections,
    duration: seconds,
    requests: requests.map(({ path, token }) => ({
      method: 'GET',
      path,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} bad replies and ${result.errors} errors under load`);
  }
  const cpu = (await cpuMs()) - before;
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuUs: (cpu * 1_000) / result.requests.total,
  };
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** One caller, one call after another; only `timed` counts. */
export async function oneByOne<T>(
  items: readonly T[],
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
    cpuUs: (cpu * 1_000) / times.length,
  };
}
