/** The scores of titles, names or people during one search. What was not found is missing. */
export type Scores = Map<number, number>;

/** Gives an item a score, unless it has a higher one. */
export function raise(scores: Scores, item: number, score: number): void {
  if (score > (scores.get(item) ?? 0)) scores.set(item, score);
}

/** Returns the items that both have, with the combined score. */
export function common(a: Scores, b: Scores, combine: (a: number, b: number) => number): Scores {
  const both: Scores = new Map();
  for (const [item, score] of a) {
    const other = b.get(item);
    if (other !== undefined) both.set(item, combine(score, other));
  }
  return both;
}
