import { invertPositive, type Step } from './dense.ts';
import { type Sparse, transpose } from './sparse.ts';

/**
 * Kernel ridge regression over users (Hastie, Tibshirani, Friedman 2009, section 5.8). The product does not
 * store this ranker, because scoring needs the grades of all trained users.
 */
export interface UserKernel {
  /** Writes a score for every title: the grades of the trained users, weighted by `(K + ridge)⁻¹ k`. */
  score(titles: ArrayLike<number>, grades: ArrayLike<number>, out: Float32Array): void;
}

export interface UserKernelOptions {
  /** Relative to the diagonal of the kernel, which is 1 for all users. */
  readonly ridge: number;
  /**
   * In the cosine, a grade is divided by the title's number of raters to this power. A shared title with few
   * raters then says more about two users.
   */
  readonly rarity: number;
}

export async function trainUserKernel(
  grades: Sparse,
  { ridge, rarity: power }: UserKernelOptions,
  step?: Step,
): Promise<UserKernel> {
  const users = grades.rows;
  const byTitle = transpose(grades);
  const rarity = Float32Array.from(
    { length: byTitle.rows },
    (_, i) => Math.max(1, byTitle.offsets[i + 1] - byTitle.offsets[i]) ** -power,
  );
  for (let i = 0; i < byTitle.rows; i++)
    for (let k = byTitle.offsets[i]; k < byTitle.offsets[i + 1]; k++) byTitle.values[k] *= rarity[i];
  const weighted = (titles: ArrayLike<number>, own: ArrayLike<number>): Float64Array =>
    Float64Array.from(titles, (title, k) => own[k] * rarity[title]);
  const lengths = Float64Array.from({ length: users }, (_, u) => {
    const [from, to] = [grades.offsets[u], grades.offsets[u + 1]];
    return lengthOf(weighted(grades.columns.subarray(from, to), grades.values.subarray(from, to)));
  });
  // The squared cosine is a polynomial kernel, in which a few similar users have most of the weight.
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
      kernel[u * users + v] = (kernel[u * users + v] / (lengths[u] * lengths[v])) ** 2;
    kernel[u * users + u] = 1 + ridge;
  }
  await invertPositive(kernel, users, step);

  const own = new Float64Array(users);
  const weights = new Float64Array(users);
  return {
    score: (titles, ownGrades, out) => {
      similarities(byTitle, lengths, titles, weighted(titles, ownGrades), own);
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

/** Writes the kernel between a user and every trained user. Both have grades weighted by rarity. */
function similarities(
  byTitle: Sparse,
  lengths: Float64Array,
  titles: ArrayLike<number>,
  grades: Float64Array,
  out: Float64Array,
): void {
  out.fill(0);
  for (let t = 0; t < titles.length; t++) {
    for (let k = byTitle.offsets[titles[t]]; k < byTitle.offsets[titles[t] + 1]; k++) {
      out[byTitle.columns[k]] += grades[t] * byTitle.values[k];
    }
  }
  const length = lengthOf(grades);
  for (let u = 0; u < out.length; u++) out[u] = (out[u] / (length * lengths[u])) ** 2;
}

/**
 * Returns the length of a vector. The length is never 0, so that a user without titles has a cosine of 0
 * instead of NaN.
 */
function lengthOf(values: Float64Array): number {
  let square = 1e-12;
  for (const value of values) square += value * value;
  return Math.sqrt(square);
}
