import { invertPositive, type Step } from './dense.ts';
import { type Sparse, transpose } from './sparse.ts';

/**
 * Kernel ridge regression over users (∞-AE: Sachdeva et al., "Infinite recommendation networks", 2022). The
 * scores of a user are the grades of the trained users, weighted by (K + ridge)⁻¹ k.
 *
 * Scoring needs the grades of all trained users, so the product does not store this ranker.
 */
export interface UserKernel {
  /** Writes a score for every title. */
  score(titles: ArrayLike<number>, grades: ArrayLike<number>, out: Float32Array): void;
}

/** @param ridge is relative to the diagonal of the kernel, which is equal for all users. */
export async function trainUserKernel(grades: Sparse, ridge: number, step?: Step): Promise<UserKernel> {
  const users = grades.rows;
  const byTitle = transpose(grades);
  const lengths = Float64Array.from({ length: users }, (_, u) =>
    lengthOf(grades.values.subarray(grades.offsets[u], grades.offsets[u + 1])),
  );
  const kernel = new Float64Array(users * users);
  for (let i = 0; i < byTitle.rows; i++) {
    for (let a = byTitle.offsets[i]; a < byTitle.offsets[i + 1]; a++) {
      const row = byTitle.columns[a] * users;
      const v = byTitle.values[a];
      for (let b = byTitle.offsets[i]; b <= a; b++) kernel[row + byTitle.columns[b]] += v * byTitle.values[b];
    }
  }
  for (let u = 0; u < users; u++) {
    for (let v = 0; v < u; v++)
      kernel[u * users + v] = tangentKernel(kernel[u * users + v] / (lengths[u] * lengths[v]));
    kernel[u * users + u] = (1 + ridge) * tangentKernel(1);
  }
  await invertPositive(kernel, users, step);

  const own = new Float64Array(users);
  const weights = new Float64Array(users);
  return {
    score: (titles, ownGrades, out) => {
      similarities(byTitle, lengths, titles, ownGrades, own);
      weights.fill(0);
      for (let u = 0; u < users; u++) {
        const row = u * users;
        let sum = 0;
        for (let v = 0; v < users; v++) sum += kernel[row + v] * own[v];
        weights[u] = sum;
      }
      out.fill(0);
      for (let u = 0; u < users; u++) {
        for (let k = grades.offsets[u]; k < grades.offsets[u + 1]; k++) {
          out[grades.columns[k]] += weights[u] * grades.values[k];
        }
      }
    },
  };
}

/** Writes the kernel between a user and every trained user. */
function similarities(
  byTitle: Sparse,
  lengths: Float64Array,
  titles: ArrayLike<number>,
  grades: ArrayLike<number>,
  out: Float64Array,
): void {
  out.fill(0);
  for (let t = 0; t < titles.length; t++) {
    for (let k = byTitle.offsets[titles[t]]; k < byTitle.offsets[titles[t] + 1]; k++) {
      out[byTitle.columns[k]] += grades[t] * byTitle.values[k];
    }
  }
  const length = lengthOf(grades);
  for (let u = 0; u < out.length; u++) out[u] = tangentKernel(out[u] / (length * lengths[u]));
}

/**
 * Returns the length of a vector. The length is never 0, so that a user without titles has a cosine of 0
 * instead of NaN.
 */
function lengthOf(values: ArrayLike<number>): number {
  let square = 1e-12;
  for (let k = 0; k < values.length; k++) square += values[k] * values[k];
  return Math.sqrt(square);
}

/**
 * Returns the neural tangent kernel of a ReLU network with one hidden layer, for two unit vectors with this
 * cosine.
 */
function tangentKernel(cosine: number): number {
  const u = Math.min(1, Math.max(-1, cosine));
  const angle = (Math.PI - Math.acos(u)) / Math.PI;
  return 2 * u * angle + Math.sqrt(1 - u * u) / Math.PI;
}
