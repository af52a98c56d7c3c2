const KEY = 'arrivedList';

/** Returns the history state with which My Lists shows a joined list first, and a new list takes titles at once. */
export const withArrivedList = (id: number) => ({ [KEY]: id });

/** Returns the id of the joined or new list in the history state of the current address, or null. */
export function readArrivedList(state: unknown): number | null {
  if (typeof state !== 'object' || state === null || !(KEY in state)) return null;
  return typeof state[KEY] === 'number' ? state[KEY] : null;
}
