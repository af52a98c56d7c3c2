import { type ApiError, createClient } from '@marquee/contracts/client';
import { REQUEST_TIMEOUT_MS } from '@marquee/contracts/constants';
import { readToken } from './token.ts';

let sessionLost: () => void = () => {};

/** Names what happens when the server ends the session (401 or 403). The router sets it once at start. */
export function onSessionLost(handler: () => void): void {
  sessionLost = handler;
}

function onError(error: ApiError): void {
  if (error.status === 401 || error.status === 403) sessionLost();
}

/** Every call of the product: `api('GET /api/v1/media/{id}', { params: { id: 7 } })`. Throws ApiError. */
export const api = createClient({
  origin: import.meta.env.VITE_API_ORIGIN ?? '',
  token: readToken,
  timeoutMs: REQUEST_TIMEOUT_MS,
  onError,
});
