import type { RowFact } from './merge-facts.ts';

/** A title of the catalogue, as far as it says when a view is one. */
export interface Played {
  type: 'movie' | 'series';
  /** Of a series, that of one episode. Null where it is not known. */
  runtimeMinutes: number | null;
}

/** A title that was played for a smaller part of its runtime was started and not seen. */
const SEEN_FROM = 2 / 3;
/** Where the runtime is not known, a shorter view is not one. */
const SHORTEST_MINUTES = 10;

/** Returns for how long a title must have been played to be seen. */
export const leastMinutes = (medium: Played | null): number =>
  medium?.runtimeMinutes ? medium.runtimeMinutes * SEEN_FROM : SHORTEST_MINUTES;

const minutesOf = ({ fact }: RowFact): number | null =>
  fact.kind === 'seen' ? (fact.minutes ?? null) : null;

/**
 * Leaves out views that ended too early to count, in a file that says for how long each title was played. Several evenings
 * with one movie are a view together, but several episodes are not one episode.
 */
export function withoutUnfinished(
  rows: readonly RowFact[],
  medium: Played | null,
): { rows: readonly RowFact[]; unfinished: number } {
  const timed = rows.filter((row) => minutesOf(row) !== null);
  if (timed.length === 0) return { rows, unfinished: 0 };
  const least = leastMinutes(medium);
  const whole = new Set(timed.filter((row) => (minutesOf(row) ?? 0) >= least));
  const total = timed.reduce((sum, row) => sum + (minutesOf(row) ?? 0), 0);
  const last = timed.at(-1);
  if (whole.size === 0 && last && medium?.type === 'movie' && total >= least)
    return { rows: rows.filter((row) => minutesOf(row) === null || row === last), unfinished: 0 };
  return {
    rows: rows.filter((row) => minutesOf(row) === null || whole.has(row)),
    unfinished: timed.length - whole.size,
  };
}
