/** Error and calibration of predicted ratings. */
export interface RatingMetrics {
  readonly rmse: number;
  readonly mae: number;
  /** Expected calibration error in points of 0–10. */
  readonly ece: number;
}

/**
 * One line of a reliability table: the predictions between `from` and `to`, and the mean of their outcomes.
 */
export interface ReliabilityBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly predicted: number;
  readonly observed: number;
}

/** @param scale points of 0–10 per point of the given ratings, to convert `ece` to points of 0–10. */
export function ratingMetrics(
  predicted: ArrayLike<number>,
  observed: ArrayLike<number>,
  scale = 1,
): RatingMetrics {
  let square = 0;
  let absolute = 0;
  const n = observed.length;
  for (let k = 0; k < n; k++) {
    const e = predicted[k] - observed[k];
    square += e * e;
    absolute += Math.abs(e);
  }
  let gap = 0;
  for (const bin of reliability(predicted, observed, scale))
    gap += bin.count * Math.abs(bin.predicted - bin.observed);
  return { rmse: Math.sqrt(square / n), mae: absolute / n, ece: gap / n };
}

/**
 * Groups predictions into bins of half a point of 0–10. Each bin has its mean prediction and mean outcome.
 */
export function reliability(
  predicted: ArrayLike<number>,
  observed: ArrayLike<number>,
  scale = 1,
): ReliabilityBin[] {
  const bins = Array.from({ length: 20 }, () => ({ count: 0, predicted: 0, observed: 0 }));
  for (let k = 0; k < observed.length; k++) {
    const p = predicted[k] * scale;
    const bin = bins[Math.min(19, Math.max(0, Math.floor(p * 2)))];
    bin.count++;
    bin.predicted += p;
    bin.observed += observed[k] * scale;
  }
  return bins
    .map((bin, b) => ({
      from: b / 2,
      to: (b + 1) / 2,
      count: bin.count,
      predicted: bin.predicted / bin.count,
      observed: bin.observed / bin.count,
    }))
    .filter((bin) => bin.count > 0);
}
