import type { z } from 'zod';

/**
 * `member` requires a trial or subscription and otherwise replies 402; `signed` requires a signature that the
 * route verifies. `round` takes the token of a user or of a guest of a round; the route answers 404 to everybody who is
 * not in the round. `operations` requires METRICS_TOKEN, or outside production a direct loopback connection.
 */
export type Access = 'public' | 'round' | 'token' | 'member' | 'signed' | 'operations';

export interface RouteContract {
  access: Access;
  tag: string;
  summary: string;
  /** Whether the call ignores an invalid token. Login, sign-up, and the checks of email and display name do so. */
  ignoresToken?: boolean;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body limit of the server, where it is not derived from the schema of the body (docs/api.md#body-limit). */
  bodyBytes?: number;
  /** The body may be missing. */
  bodyOptional?: boolean;
  /** The body is a file (`application/octet-stream`), which the route reads as a stream. */
  upload?: boolean;
  /**
   * The schema of the reply by status. Null means an empty body, and `text` means any content type except
   * JSON.
   */
  replies: Record<number, z.ZodType | null | 'text'>;
}

export const route = <const R extends RouteContract>(contract: R) => contract;
