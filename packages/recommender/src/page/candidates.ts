import { standardOf } from '../math/standard.ts';
import type { Model, UserFactors } from '../model/types.ts';

/** The titles that compete for the places of a page, and the tastes that take turns. */
export interface Candidates {
  readonly items: Int32Array;
  readonly tastes: readonly {
    /** The score of each item in the turns of this taste, parallel to `items`. It is not compared with other tastes. */
    readonly scores: Float32Array;
    /** The share of the places that the taste gets. */
    readonly share: number;
  }[];
}

/** Candidates of one taste. */
export const ofOneTaste = (items: Int32Array, scores: Float32Array): Candidates => ({
  items,
  tastes: [{ scores, share: 1 }],
});

/**
 * Returns candidates with their scores in the turns of each taste, where the evidence of the taste counts as much as all
 * evidence together. Between tastes that have nearly nothing in common, what speaks for the others speaks against a title,
 * since otherwise famous titles of none fill the turns.
 * @param interest the user's interest in the items, parallel to them.
 */
export function candidatesOf(
  model: Model,
  user: UserFactors,
  items: Int32Array,
  interest: Float32Array,
): Candidates {
  const { byTaste, shares, areClear } = model.interestByTaste(user, items);
  if (byTaste.length < 2) return ofOneTaste(items, interest);
  const ofOthers = areClear ? 1 / (byTaste.length - 1) : 0;
  const tastes = byTaste.map((own, taste) => {
    const others = byTaste.filter((_, other) => other !== taste);
    const scores = interest.map(
      (score, at) => score + own[at] - ofOthers * others.reduce((sum, other) => sum + other[at], 0),
    );
    return { scores, share: shares[taste] };
  });
  return { items, tastes };
}

/**
 * Returns the place of the taste that each candidate belongs to: the one in whose turns it is best. Tastes with few titles
 * lean on fame, so scores are compared by how far they lie above those of the other candidates.
 */
export function tasteOf({ items, tastes }: Candidates): Uint8Array {
  const relative = tastes.map(({ scores }) => {
    const { mean, scale } = standardOf(scores);
    return scores.map((x) => (x - mean) * scale);
  });
  return Uint8Array.from(items, (_, at) =>
    relative.reduce((best, own, taste) => (own[at] > relative[best][at] ? taste : best), 0),
  );
}
