/** Distance between neighboring positions after renumbering. About 40 moves fit between two neighbors. */
export const POSITION_GAP = 1024;

export interface Placed {
  mediumId: number;
  position: number;
}

/**
 * Adjacent titles that move between the unmoved titles `after` and `before`. Null is the start or the end of
 * the list.
 */
export interface Run {
  mediumIds: number[];
  after: number | null;
  before: number | null;
}

/** Returns the indexes of a longest increasing subsequence (not necessarily adjacent), in O(n log n). */
function longestIncreasing(values: Int32Array): Int32Array {
  const tails = new Int32Array(values.length);
  const before = new Int32Array(values.length).fill(-1);
  let length = 0;
  for (const [index, value] of values.entries()) {
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[index] = tails[low - 1] ?? -1;
    tails[low] = index;
    if (low === length) length++;
  }
  const run = new Int32Array(length);
  for (let at = length - 1, index = tails[at] ?? -1; at >= 0; at--, index = before[index] ?? -1)
    run[at] = index;
  return run;
}

/**
 * Returns runs with the fewest titles to move so that `current` becomes `wanted`. Both arrays contain the same
 * titles once.
 */
export function planRuns(current: readonly number[], wanted: readonly number[]): Run[] {
  const places = new Map(current.map((mediumId, place) => [mediumId, place]));
  const kept = longestIncreasing(Int32Array.from(wanted, (mediumId) => places.get(mediumId) ?? 0));
  const runs: Run[] = [];
  for (let border = 0; border <= kept.length; border++) {
    const start = border === 0 ? 0 : (kept[border - 1] ?? 0) + 1;
    const end = kept[border] ?? wanted.length;
    if (start === end) continue;
    runs.push({
      mediumIds: wanted.slice(start, end),
      after: wanted[start - 1] ?? null,
      before: wanted[end] ?? null,
    });
  }
  return runs;
}

/**
 * Returns positions for the titles of a run between the positions of its neighbors. Returns null when the gap
 * is too narrow.
 */
function placeRun(
  { mediumIds, after, before }: Run,
  positions: ReadonlyMap<number, number>,
): Placed[] | null {
  const left = after === null ? null : (positions.get(after) ?? null);
  const right = before === null ? null : (positions.get(before) ?? null);
  const count = mediumIds.length;
  const from = left ?? (right === null ? 0 : right - POSITION_GAP * (count + 1));
  const step = left !== null && right !== null ? (right - left) / (count + 1) : POSITION_GAP;
  const placed = mediumIds.map((mediumId, at) => ({ mediumId, position: from + step * (at + 1) }));
  const line = [left, ...placed.map(({ position }) => position), right].filter((value) => value !== null);
  return line.every((value, at) => at === 0 || value > (line[at - 1] ?? value)) ? placed : null;
}

/** Returns new positions for the runs. When a gap is too narrow, returns new positions for all of `wanted`. */
export function placeRuns(
  runs: readonly Run[],
  positions: ReadonlyMap<number, number>,
  wanted: readonly number[],
): Placed[] {
  const placed = runs.map((run) => placeRun(run, positions));
  if (placed.every((run) => run !== null)) return placed.flat();
  return wanted.map((mediumId, at) => ({ mediumId, position: POSITION_GAP * (at + 1) }));
}

/** Returns whether `wanted` contains exactly the titles of `current`, each once. */
export function isPermutation(current: readonly number[], wanted: readonly number[]): boolean {
  if (current.length !== wanted.length) return false;
  const open = new Set(current);
  return wanted.every((mediumId) => open.delete(mediumId));
}
