/** The scores of titles or people during one search. The score of an item that was not found is 0. */
export interface Scores {
  readonly of: Float32Array;
  /** The items with a score, in the order in which they were found. */
  readonly items: Int32Array;
  count: number;
}

export const createScores = (size: number): Scores => ({
  of: new Float32Array(size),
  items: new Int32Array(size),
  count: 0,
});

export function raise(scores: Scores, item: number, score: number): void {
  const before = scores.of[item] ?? 0;
  if (before === 0) scores.items[scores.count++] = item;
  if (score > before) scores.of[item] = score;
}

export function forget(scores: Scores): void {
  for (let at = 0; at < scores.count; at++) scores.of[scores.items[at] ?? 0] = 0;
  scores.count = 0;
}

/** Keeps in `scores` the items that `others` has too, with the combined score. */
export function keepCommon(scores: Scores, others: Scores, combine: (a: number, b: number) => number): void {
  let kept = 0;
  for (let at = 0; at < scores.count; at++) {
    const item = scores.items[at] ?? 0;
    const other = others.of[item] ?? 0;
    scores.of[item] = other === 0 ? 0 : combine(scores.of[item] ?? 0, other);
    if (other !== 0) scores.items[kept++] = item;
  }
  scores.count = kept;
}
