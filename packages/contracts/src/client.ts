import type { z } from 'zod';
import type { ErrorBody, ErrorCode, FieldErrors } from './errors.ts';
import type { RouteKey, Routes } from './routes.ts';

type Input<R, K extends string> = R extends Record<K, infer S extends z.ZodType> ? z.input<S> : never;
type Given<K extends string, T> = [T] extends [never]
  ? { [P in K]?: undefined }
  : Record<never, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T };

type ReplyOf<S> = S extends z.ZodType ? z.output<S> : S extends 'text' ? string : null;
type Success<R> = R extends { replies: infer Replies }
  ? { [S in keyof Replies]: S extends 503 ? never : ReplyOf<Replies[S]> }[keyof Replies]
  : never;
type PathParams<R> = R extends { params: infer S extends z.ZodType }
  ? { params: { [P in keyof z.input<S>]: string | number } }
  : { params?: undefined };
/** Accepts numbers and booleans as query values, because the client sends every query value as text. */
type Loose<T> = {
  [P in keyof T]:
    | T[P]
    | (T[P] extends 'true' | 'false' | undefined ? boolean : string extends T[P] ? number : never);
};
type QueryOf<R> = Input<R, 'query'> extends infer Q ? ([Q] extends [never] ? never : Loose<Q>) : never;

export type CallInput<K extends RouteKey> = PathParams<Routes[K]> &
  Given<'query', QueryOf<Routes[K]>> &
  Given<'body', Input<Routes[K], 'body'>> & { signal?: AbortSignal };
export type CallReply<K extends RouteKey> = Success<Routes[K]>;
type Arguments<K extends RouteKey> =
  Record<never, never> extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>];

/** Browsers refuse kept requests of more than 64 KiB together. A longer body ends with its page. */
const KEPT_ALIVE_MAX = 8_000;

const UNREACHED = 'We could not reach Marquee. Please check your connection and try again.';

/**
 * An error reply, with its field `error` as `code`. Without a reply, `code` is `no_answer` and `status` is 0.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'no_answer';
  readonly errors: FieldErrors;
  /** What the server says: its `message`, else its `error`. Null when the reply has neither. */
  readonly said: string | null;
  /** Seconds to wait before a retry. The value is null when the server gives no time. */
  readonly retryAfter: number | null;

  constructor(status: number, body: Partial<ErrorBody>, retryAfter: number | null = null, cause?: unknown) {
    const said = body.message || body.error || null;
    super(said ?? (status === 0 ? UNREACHED : `The server answered ${status}. Please try again.`), { cause });
    this.name = 'ApiError';
    this.said = said;
    this.status = status;
    this.code = body.error ?? (status === 0 ? 'no_answer' : 'internal_error');
    this.errors = body.errors ?? {};
    this.retryAfter = retryAfter;
  }
}

export interface ClientOptions {
  /** Origin of the API without a trailing slash. An empty text means the origin of the page. */
  origin: string;
  /** The access token, or null for an anonymous visitor. */
  token: () => string | null;
  timeoutMs: number;
  /** Called once with every error, before the client throws the error. */
  onError?: (error: ApiError) => void;
  fetch?: typeof globalThis.fetch;
}

export type Client = <K extends RouteKey>(key: K, ...input: Arguments<K>) => Promise<CallReply<K>>;

async function readError(response: Response): Promise<ApiError> {
  const wait = Number(response.headers.get('retry-after'));
  // A reply without an error envelope is not of the API, for example a page of a proxy. The status remains.
  const body: Partial<ErrorBody> | null = await response.json().catch(() => null);
  return new ApiError(response.status, body ?? {}, wait > 0 ? wait : null);
}

/** Returns the path and query that the client sends for a call: `GET /api/v1/media/{id}` → `/api/v1/media/7`. */
export function addressOf<K extends RouteKey>(key: K, ...[input]: Arguments<K>): string {
  const given: { params?: object; query?: object } = input ?? {};
  const params = new Map(Object.entries(given.params ?? {}));
  const path = key
    .slice(key.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params.get(name))));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size ? `${path}?${query}` : path;
}

/**
 * Creates the typed client of the whole API, without schemas, which keeps the first load small. The server
 * validates its replies against the same schemas.
 * @example call('GET /api/v1/media/{id}', { params: { id: 7 } })
 * @throws {ApiError} for every reply that is not 2xx, for a timeout and for a missing reply.
 */
export function createClient(options: ClientOptions): Client {
  return async (key, ...rest) => {
    const [method = 'GET'] = key.split(' ');
    const given: { body?: unknown; signal?: AbortSignal } = rest[0] ?? {};
    const headers = new Headers({ accept: 'application/json' });
    const token = options.token();
    if (token) headers.set('authorization', `Bearer ${token}`);
    if (given.body !== undefined) headers.set('content-type', 'application/json');
    const body = given.body === undefined ? null : JSON.stringify(given.body);
    const timeout = AbortSignal.timeout(options.timeoutMs);
    try {
      const response = await (options.fetch ?? fetch)(options.origin + addressOf(key, ...rest), {
        method,
        headers,
        body,
        signal: given.signal ? AbortSignal.any([given.signal, timeout]) : timeout,
        // A change that is on its way arrives also when the page is left or reloaded.
        keepalive: method !== 'GET' && (body ?? '').length <= KEPT_ALIVE_MAX,
      });
      if (!response.ok) throw await readError(response);
      if (response.status === 204) return null;
      return response.headers.get('content-type')?.includes('json')
        ? await response.json()
        : await response.text();
    } catch (cause) {
      if (given.signal?.aborted) throw cause;
      const error = cause instanceof ApiError ? cause : new ApiError(0, {}, null, cause);
      options.onError?.(error);
      throw error;
    }
  };
}
