import { ApiError } from '@marquee/contracts/client';

/** Whether trying again may help: no answer, overload or our own fault. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429);
}

/**
 * The server's own sentence; `fallback` (specification section 8) when it did not answer or failed without knowing
 * why.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.status === 0 || error.code === 'internal_error') return fallback;
  return error.message;
}

/** What an authentication or deletion call says, whatever happened. */
export function plainMessageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong. Please try again.';
}

/** The first sentence about a field, or undefined. */
export function fieldError(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.errors[field]?.[0] : undefined;
}

/** Every field sentence in one line; undefined when the reply named no field. */
export function allFieldErrors(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const sentences = Object.values(error.errors).flat();
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}
