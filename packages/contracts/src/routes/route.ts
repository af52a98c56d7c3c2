import type { z } from 'zod';

/**
 * Required access. `public`: none. `token`: an access token. `member`: a trial or subscription, else 402.
 * `signed`: a signature that the route verifies. `operations`: METRICS_TOKEN, or outside production a direct loopback
 * connection.
 */
export type Access = 'public' | 'token' | 'member' | 'signed' | 'operations';

export interface RouteContract {
  access: Access;
  tag: string;
  summary: string;
  /** Sign-in, sign-up and the checks ignore a bad token. */
  ignoresToken?: boolean;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body may be missing. */
  bodyOptional?: boolean;
  /** The body is a file (`application/octet-stream`), which the route reads as a stream. */
  upload?: boolean;
  /** Schema by status; null for an empty body, `text` for every content type but JSON. */
  replies: Record<number, z.ZodType | null | 'text'>;
}

export const route = <const R extends RouteContract>(contract: R) => contract;
