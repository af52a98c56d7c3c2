import { type ApiError, createClient } from '@marquee/contracts/client';
import { REQUEST_TIMEOUT_MS } from '@marquee/contracts/constants';
import { readToken } from '#src/lib/session/token.ts';
import { earlyFetch } from './early-fetch.ts';

interface Refusals {
  /** Called after 401 or 403: the session has ended. */
  sessionLost: () => void;
  /** Called after 402: the user has neither trial nor subscription. */
  planNeeded: () => void;
}

let refusals: Refusals = { sessionLost: () => {}, planNeeded: () => {} };

/** Sets the handlers for 401, 402 and 403, which replace earlier handlers. */
export function onRefusal(handlers: Refusals): void {
  refusals = handlers;
}

/** Calls the handlers for 401, 402 and 403. */
export function reportRefusal(error: ApiError): void {
  if (error.status === 401 || error.status === 403) refusals.sessionLost();
  else if (error.status === 402) refusals.planNeeded();
}

/** The API client: `api('GET /api/v1/media/{id}', { params: { id: 7 } })`. Throws ApiError. */
export const api = createClient({
  origin: import.meta.env.VITE_API_ORIGIN ?? '',
  token: readToken,
  timeoutMs: REQUEST_TIMEOUT_MS,
  onError: reportRefusal,
  fetch: earlyFetch,
});
