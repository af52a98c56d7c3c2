// Sends HTTP calls as clients of the product do, and counts their replies.

/** `lost`: the connection broke or was refused. `late`: no reply within 15 s. */
export type Status = number | 'lost' | 'late';

export interface Reply {
  status: Status;
  body: unknown;
  ms: number;
}

export interface Request {
  method?: 'GET' | 'POST';
  path: string;
  token?: string;
  body?: object;
  timeoutMs?: number;
  /** The client's IP address. Default: a different address for each call. */
  from?: string;
}

const TIMEOUT_MS = 15_000;

/** Every call uses a different address, because limits count by address. */
let lastAddress = 0;
function nextAddress(): string {
  lastAddress = (lastAddress + 1) % (1 << 24);
  return [10, lastAddress >> 16, (lastAddress >> 8) & 255, lastAddress & 255].join('.');
}

export type Caller = (request: Request) => Promise<Reply>;

export function createCaller(origin: string): Caller {
  return async ({ method = 'GET', path, token, body, timeoutMs = TIMEOUT_MS, from }) => {
    const began = performance.now();
    const answer = (status: Status, read: unknown): Reply => ({
      status,
      body: read,
      ms: performance.now() - began,
    });
    try {
      const response = await fetch(`${origin}${path}`, {
        method,
        headers: {
          'x-forwarded-for': from ?? nextAddress(),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
      return answer(response.status, isJson ? JSON.parse(text) : text);
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      return answer(isLate ? 'late' : 'lost', null);
    }
  };
}

/** Counts replies by kind of call and status, and stores the longest wait. */
export function createTally() {
  const counts = new Map<string, Map<Status, number>>();
  let longest = { kind: '', ms: 0 };
  return {
    add(kind: string, { status, ms }: Pick<Reply, 'status' | 'ms'>): void {
      const byStatus = counts.get(kind) ?? new Map<Status, number>();
      counts.set(kind, byStatus.set(status, (byStatus.get(status) ?? 0) + 1));
      if (ms > longest.ms) longest = { kind, ms };
    },
    count: (kind: string, status: Status): number => counts.get(kind)?.get(status) ?? 0,
    statuses: (): Status[] => [...new Set([...counts.values()].flatMap((byStatus) => [...byStatus.keys()]))],
    /** Returns a summary such as `ratings 201×120 503×4 lost×2; reads 200×90; longest wait 812 ms (reads)`. */
    describe(): string {
      const kinds = [...counts].map(([kind, byStatus]) => {
        const parts = [...byStatus].map(([status, count]) => `${status}×${count}`);
        return `${kind} ${parts.toSorted().join(' ')}`;
      });
      return [...kinds, `longest wait ${Math.round(longest.ms)} ms (${longest.kind})`].join('; ');
    },
  };
}

export type Tally = ReturnType<typeof createTally>;
