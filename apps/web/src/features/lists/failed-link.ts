/** An invitation or share link that could not be used, for the text in My Lists. */
export interface FailedLink {
  kind: 'invitation' | 'share';
  /** The address to try again, or null when a retry cannot succeed. */
  retry: string | null;
}

const KEY = 'failedLink';

/** Returns the history state that passes the failure to My Lists. */
export const withFailedLink = (failed: FailedLink) => ({ [KEY]: failed });

/** Returns the failure in the history state of the current address, or null. */
export function readFailedLink(state: unknown): FailedLink | null {
  if (typeof state !== 'object' || state === null || !(KEY in state)) return null;
  const found = state[KEY];
  if (typeof found !== 'object' || found === null || !('kind' in found) || !('retry' in found)) return null;
  const { kind, retry } = found;
  if (kind !== 'invitation' && kind !== 'share') return null;
  return { kind, retry: typeof retry === 'string' ? retry : null };
}
