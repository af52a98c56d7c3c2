import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { KeyScope } from '../keys.ts';

/**
 * `member` requires a trial or subscription and otherwise replies 402; `signed` requires a signature that the
 * route verifies. `round` takes the token of a user or of a guest of a round; the route answers 404 to everybody who is
 * not in the round. `feed` takes a personal key in the address and otherwise replies 404. `operations` requires METRICS_TOKEN,
 * or outside production a direct loopback connection.
 */
export type Access = 'public' | 'round' | 'token' | 'member' | 'feed' | 'signed' | 'operations';

/**
 * What a personal key needs to make a call (docs/api.md#keys). A key with all scopes still cannot make a call of `none`:
 * money, account, mail, sharing, deletion and keys belong to sessions.
 */
export type RouteScope = KeyScope | 'none';

/** The forms of addresses to read. */
export type FeedType = 'application/feed+json' | 'application/rss+xml' | 'application/json' | 'text/calendar';

export interface RouteContract {
  access: Access;
  scope: RouteScope;
  tag: string;
  summary: string;
  /** What a client needs to know besides the summary. */
  description: string;
  /** The error codes of this call besides those that follow from its access, parameters and body (`errorsOf`). */
  errors?: readonly ErrorCode[];
  /** Whether the call ignores an invalid token. Login, sign-up, and the checks of email and display name do so. */
  ignoresToken?: boolean;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body limit of the server (docs/api.md#body-limit). What its largest body needs if absent. */
  bodyBytes?: number;
  /**
   * As how many of the calls a minute this one counts when it comes, because of what it costs others than the process that
   * answers: Stripe, the database or the worker. 1 if absent. What it takes of the processor is measured.
   */
  cost?: number;
  /** The body may be missing. */
  bodyOptional?: boolean;
  /** The body is a file (`application/octet-stream`), which the route reads as a stream. */
  upload?: boolean;
  /** The content types of a body that the route reads itself, without a schema. */
  reads?: readonly string[];
  /**
   * The schema of the reply by status. Null means an empty body, and `text` means any content type except
   * JSON.
   */
  replies: Record<number, z.ZodType | null | 'text'>;
  /** The content type of the replies `text`, else `text/plain`; beside a schema, a further type of the reply. */
  textType?: 'text/html' | 'text/csv' | 'text/event-stream' | FeedType;
  /** Further content types of the replies `text`. */
  otherTypes?: readonly FeedType[];
}

/**
 * Returns the error codes that a call can answer, by what it reads and who may call it. A request that no HTTP parser
 * understands gets others (docs/api.md#error-parser).
 */
export function errorsOf(key: string, contract: RouteContract): ErrorCode[] {
  const when = (condition: boolean, ...codes: ErrorCode[]): ErrorCode[] => (condition ? codes : []);
  const { access, body, query, params } = contract;
  const isWrite = !key.startsWith('GET ');
  return [
    'too_many_requests',
    'internal_error',
    'unavailable',
    ...when(
      !contract.ignoresToken && access !== 'signed' && access !== 'feed',
      'unauthorized',
      'forbidden',
      'scope_missing',
    ),
    ...when(access === 'member' || contract.scope !== 'none', 'subscription_required'),
    ...when(access === 'signed', 'bad_signature'),
    ...when(params !== undefined || access === 'operations', 'not_found'),
    ...when(query !== undefined || body !== undefined, 'invalid'),
    ...when(isWrite, 'conflict'),
    // A path that cannot be decoded, and a body that is no JSON. A call without a body refuses such a body too.
    ...when(params !== undefined || isWrite, 'bad_request'),
    ...when(isWrite, 'too_large', 'unsupported_media_type'),
    ...(contract.errors ?? []),
  ];
}

export const route = <const R extends RouteContract>(contract: R) => contract;
