/** Distance between neighbours in a fresh order; halving it leaves room for some forty moves into one gap. */
export const POSITION_GAP = 1024;

export interface Placed {
  mediumId: number;
  position: number;
}

/** Indexes of a longest strictly increasing run of values (not necessarily adjacent), in O(n log n). */
function longestIncreasing(values: readonly number[]): number[] {
  const tails: number[] = [];
  const before = new Int32Array(values.length).fill(-1);
  for (const [index, value] of values.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[index] = tails[low - 1] ?? -1;
    tails[low] = index;
  }
  const run: number[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) run.push(index);
  return run.reverse();
}

/** Strictly increasing positions between two kept ones (null: no neighbour), or null when no room is left. */
function spread(count: number, left: number | null, right: number | null): number[] | null {
  const from = left ?? (right === null ? 0 : right - POSITION_GAP * (count + 1));
  const step = left !== null && right !== null ? (right - left) / (count + 1) : POSITION_GAP;
  const positions = Array.from({ length: count }, (_, index) => from + step * (index + 1));
  const ascending = [...(left === null ? [] : [left]), ...positions, ...(right === null ? [] : [right])];
  return ascending.every((value, index) => index === 0 || value > (ascending[index - 1] ?? value))
    ? positions
    : null;
}

/**
 * The fewest new positions that put `current` (each title once) into the order of `wanted` (the same titles);
 * all of them anew when the gaps have become too narrow. Empty when the order is right already.
 */
export function planMoves(current: readonly Placed[], wanted: readonly number[]): Placed[] {
  const positions = new Map(current.map(({ mediumId, position }) => [mediumId, position]));
  const values = wanted.map((mediumId) => positions.get(mediumId) ?? 0);
  const kept = longestIncreasing(values);
  const moves: Placed[] = [];
  for (let border = 0; border <= kept.length; border++) {
    const start = border === 0 ? 0 : (kept[border - 1] ?? 0) + 1;
    const end = kept[border] ?? wanted.length;
    if (start === end) continue;
    const left = start === 0 ? null : (values[start - 1] ?? null);
    const right = end === wanted.length ? null : (values[end] ?? null);
    const between = spread(end - start, left, right);
    if (between === null) {
      return wanted.map((mediumId, index) => ({ mediumId, position: POSITION_GAP * (index + 1) }));
    }
    for (const [offset, position] of between.entries()) {
      moves.push({ mediumId: wanted[start + offset] ?? 0, position });
    }
  }
  return moves;
}

/** Whether `wanted` holds exactly the titles of `current`, each once. */
export function isPermutation(current: readonly Placed[], wanted: readonly number[]): boolean {
  if (current.length !== wanted.length) return false;
  const open = new Set(current.map(({ mediumId }) => mediumId));
  return wanted.every((mediumId) => open.delete(mediumId));
}
