/**
 * Returns the indexes of the `k` largest scores, with a heap of `k` entries in one pass.
 * @param scores may contain NaN and -Infinity, which are skipped.
 * @param allow bitset of the indexes that may be returned: bit i is `allow[i >>> 5] & (1 << (i & 31))`.
 * @returns best first. Of equal scores, the lower index is first.
 */
export function topK(scores: ArrayLike<number>, k: number, allow?: Uint32Array): Int32Array {
  const size = Math.min(k, scores.length);
  if (size <= 0) return new Int32Array(0);
  /** The best indexes so far. Each is worse than its children, so the worst of all is at the top. */
  const heap = new Int32Array(size);
  let count = 0;
  const isWorse = (i: number, j: number): boolean =>
    scores[i] < scores[j] || (scores[i] === scores[j] && i > j);
  /** The score of the worst of a full heap. */
  let least = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < scores.length; i++) {
    // Skip 32 indexes at once. Most words of a sparse bitset are 0.
    if (allow !== undefined && (i & 31) === 0 && allow[i >>> 5] === 0) {
      i += 31;
      continue;
    }
    if (allow !== undefined && (allow[i >>> 5] & (1 << (i & 31))) === 0) continue;
    // Of equal scores the earlier index stays. Nearly every title ends here.
    if (!(scores[i] > least)) continue;
    if (count < size) heap[raise(heap, count++, i, isWorse)] = i;
    else heap[sink(heap, size, i, isWorse)] = i;
    if (count === size) least = scores[heap[0]];
  }
  const best = heap.subarray(0, count);
  // Takes the worst index from the top, and puts it behind the heap that is left.
  for (let end = count - 1; end > 0; end--) {
    const worst = best[0];
    const last = best[end];
    best[sink(best, end, last, isWorse)] = last;
    best[end] = worst;
  }
  return best.slice();
}

type Compare = (i: number, j: number) => boolean;

/** Moves better parents of the free place `at` down. Returns the place for `i`. */
function raise(heap: Int32Array, at: number, i: number, isWorse: Compare): number {
  let free = at;
  while (free > 0) {
    const parent = (free - 1) >> 1;
    if (!isWorse(i, heap[parent])) break;
    heap[free] = heap[parent];
    free = parent;
  }
  return free;
}

/** Frees the top and moves worse children up. Returns the place for `i`. */
function sink(heap: Int32Array, size: number, i: number, isWorse: Compare): number {
  let free = 0;
  for (;;) {
    let child = 2 * free + 1;
    if (child >= size) return free;
    if (child + 1 < size && isWorse(heap[child + 1], heap[child])) child++;
    if (!isWorse(heap[child], i)) return free;
    heap[free] = heap[child];
    free = child;
  }
}
