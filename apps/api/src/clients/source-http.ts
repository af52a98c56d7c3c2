import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';

/** Thrown when a source sends no valid reply. The message is for operators. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
  /** HTTP status of the last reply; null when no reply was received. */
  readonly status: number | null;

  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

interface Options {
  /** Name of the source in messages for operators. */
  name: string;
  base: string;
  headers: Record<string, string>;
  /** Shortest time between the starts of two requests, which keeps the rate below the source's limit. */
  spacingMs: number;
  firstBackoffMs?: number | undefined;
}

export interface SourceHttp {
  /**
   * Returns the parsed reply. Follows redirects, each as a request with its own turn. Retries after status 429 or 5xx, a
   * lost connection and a malformed reply.
   * @throws {SourceFailure} after the last attempt, or at once for another status.
   */
  get<T>(path: string, query: Record<string, string>, schema: z.ZodType<T>, signal?: AbortSignal): Promise<T>;
}

const ATTEMPTS = 6;
const TIMEOUT_MS = 20_000;
const FIRST_BACKOFF_MS = 1_000;
const MAX_WAIT_MS = 120_000;
const HOPS_MAX = 3;

/**
 * Converts a Retry-After header, which contains seconds or a date, to milliseconds. Returns 0 without the
 * header.
 */
function askedWait(header: string | null): number {
  if (header === null) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

/** Returns where a reply redirects to. Another origin would get the key of the source, so it is not followed. */
function movedTo(reply: Response, url: URL): URL | null {
  const location = reply.status >= 300 && reply.status < 400 ? reply.headers.get('location') : null;
  const target = location === null ? null : URL.parse(location, url);
  return target?.origin === url.origin ? target : null;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Creates a JSON client for one source. The client stays below the rate limit of the source. */
export function createSourceHttp({ name, base, headers, spacingMs, firstBackoffMs }: Options): SourceHttp {
  let nextStart = 0;

  async function takeTurn(signal: AbortSignal | undefined): Promise<void> {
    const now = performance.now();
    const start = Math.max(now, nextStart);
    nextStart = start + spacingMs;
    if (start > now) await sleep(start - now, undefined, { signal });
  }

  /** Sends one request. Returns the parsed reply, or the failure with the delay before a retry. */
  async function attempt<T>(
    url: URL,
    schema: z.ZodType<T>,
    signal: AbortSignal | undefined,
  ): Promise<{ value: T } | { moved: URL } | { failure: SourceFailure; waitMs: number }> {
    const limits = [AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])];
    let status: number | null = null;
    try {
      const reply = await fetch(url, { headers, signal: AbortSignal.any(limits), redirect: 'manual' });
      status = reply.status;
      const moved = movedTo(reply, url);
      if (moved) {
        await reply.body?.cancel();
        return { moved };
      }
      if (!reply.ok) {
        const failure = new SourceFailure(`${name} answers ${status} for ${url.pathname}`, status);
        await reply.body?.cancel();
        if (status !== 429 && status < 500) throw failure;
        return { failure, waitMs: askedWait(reply.headers.get('retry-after')) };
      }
      const parsed = schema.safeParse(await reply.json());
      if (parsed.success) return { value: parsed.data };
      const [issue] = parsed.error.issues;
      const place = issue?.path.map(String).join('.') ?? '';
      const text = `${name} changed the shape of ${url.pathname}: ${place}: ${issue?.message ?? ''}`;
      return { failure: new SourceFailure(text, status), waitMs: 0 };
    } catch (error) {
      if (signal?.aborted || error instanceof SourceFailure) throw error;
      const text = `${name} could not be read at ${url.pathname}: ${reasonOf(error)}`;
      return { failure: new SourceFailure(text, status, { cause: error }), waitMs: 0 };
    }
  }

  return {
    async get(path, query, schema, signal) {
      let url = new URL(`${base}${path}`);
      for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
      for (let tries = 1, hops = 0; ; tries++) {
        await takeTurn(signal);
        const result = await attempt(url, schema, signal);
        if ('value' in result) return result.value;
        if ('moved' in result) {
          if (++hops > HOPS_MAX)
            throw new SourceFailure(`${name} redirects ${url.pathname} in a circle`, null);
          url = result.moved;
          continue;
        }
        if (tries === ATTEMPTS) throw result.failure;
        const backoff = (firstBackoffMs ?? FIRST_BACKOFF_MS) * 2 ** (tries - 1);
        const wait = Math.max(result.waitMs, backoff * (0.5 + Math.random() / 2));
        // A longer delay means that the quota is used up. The next run of the sync continues at this page.
        if (wait > MAX_WAIT_MS) throw result.failure;
        await sleep(wait, undefined, { signal });
      }
    },
  };
}
