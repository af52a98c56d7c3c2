/** A user likes a title when the rating (0–10) is at least this number. */
export const LIKED = 7;

/** A title with this rating or a lower rating is disliked. */
export const DISLIKED = 5;

/**
 * Ratings are whole points (half stars), so an opinion of 6.5 or more is rounded to 7 or more. Files with
 * whole stars have another limit (`likeLimit`).
 */
const LIKED_FROM = LIKED - 0.5;

/**
 * Returns the probability that a rating with this mean and variance (points of 0–10) is 7 or more.
 * @param limit the lowest continuous rating of a liked title.
 */
export function likeProbability(mean: number, variance: number, limit = LIKED_FROM): number {
  return normalBelow(aboveLimit(mean, variance, limit));
}

/** Returns how far a predicted rating lies above the limit, in standard deviations. */
export const aboveLimit = (mean: number, variance: number, limit = LIKED_FROM): number =>
  (mean - limit) / Math.sqrt(variance);

/**
 * Returns the midpoint between the highest rating below `LIKED` and the lowest rating that is `LIKED` or
 * more.
 */
export function likeLimit(ratings: ArrayLike<number>): number {
  let below = Number.NEGATIVE_INFINITY;
  let above = Number.POSITIVE_INFINITY;
  for (let k = 0; k < ratings.length; k++) {
    if (ratings[k] >= LIKED) above = Math.min(above, ratings[k]);
    else below = Math.max(below, ratings[k]);
  }
  return Number.isFinite(below) && Number.isFinite(above) ? (below + above) / 2 : LIKED_FROM;
}

/**
 * Returns the standard normal distribution function with an error below 1e-7 (Abramowitz and Stegun 1964,
 * 26.2.17).
 */
export function normalBelow(z: number): number {
  const x = Math.abs(z);
  const t = 1 / (1 + 0.2316419 * x);
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = series * Math.exp((-x * x) / 2) * 0.3989422804014327;
  return z > 0 ? 1 - tail : tail;
}
