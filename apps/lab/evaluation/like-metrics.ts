/** Quality of predicted probabilities that a user likes a title. */
export interface LikeMetrics {
  /** Expected calibration error over bins 0.1 wide. */
  readonly like_ece: number;
  /** Mean squared error of the probability. */
  readonly brier: number;
  /** Probability that a liked title has a higher prediction than an unliked title. A tie counts as 0.5. */
  readonly auc: number;
}

const BINS = 10;

/** @param liked 1 when the user liked the title, otherwise 0; parallel to `probability`. */
export function likeMetrics(probability: Float32Array, liked: Uint8Array): LikeMetrics {
  const n = probability.length;
  const predicted = new Float64Array(BINS);
  const observed = new Float64Array(BINS);
  let square = 0;
  for (let k = 0; k < n; k++) {
    const bin = Math.min(BINS - 1, Math.floor(probability[k] * BINS));
    predicted[bin] += probability[k];
    observed[bin] += liked[k];
    square += (probability[k] - liked[k]) ** 2;
  }
  let gap = 0;
  for (let b = 0; b < BINS; b++) gap += Math.abs(predicted[b] - observed[b]);
  return { like_ece: gap / n, brier: square / n, auc: areaUnderCurve(probability, liked) };
}

/**
 * Returns the area under the ROC curve, computed from rank sums (Mann and Whitney 1947). NaN when all titles
 * or no titles are liked.
 */
function areaUnderCurve(probability: Float32Array, liked: Uint8Array): number {
  const order = Int32Array.from(probability.keys()).sort((a, b) => probability[a] - probability[b]);
  let ranks = 0;
  let positives = 0;
  for (let from = 0; from < order.length; ) {
    let to = from;
    let tied = 0;
    while (to < order.length && probability[order[to]] === probability[order[from]])
      tied += liked[order[to++]];
    ranks += (tied * (from + 1 + to)) / 2;
    positives += tied;
    from = to;
  }
  return (ranks - (positives * (positives + 1)) / 2) / (positives * (order.length - positives));
}
