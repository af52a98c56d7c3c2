import { ApiError } from '@marquee/contracts/client';

/** Returns whether a retry may succeed: no reply, overload or a server error. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429);
}

/** Returns what the server says, or `fallback` when it says nothing or has an unknown error. */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.said === null || error.code === 'internal_error') return fallback;
  return error.said;
}

/** Returns the text of a failed authentication or deletion call. */
export function plainMessageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong. Please try again.';
}

/** Returns what a form says of a failed call, or undefined without an error. */
export function failureOf(error: unknown, fallback?: string): string | undefined {
  if (!error) return undefined;
  return fallback === undefined ? plainMessageOf(error) : messageOf(error, fallback);
}

/** Returns the first sentence about a field, or undefined. */
export function fieldError(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.errors[field]?.[0] : undefined;
}

/** Joins all field errors to one text. Returns undefined when the reply has no field error. */
export function allFieldErrors(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const sentences = Object.values(error.errors).flat();
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}
