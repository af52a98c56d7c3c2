import { solve } from '../math/packed.ts';
import { posteriorCovariance, type Taste, type TasteSpace, userVariance } from '../model/taste.ts';

/**
 * The first questions are chosen together, because two titles of one kind teach the same thing: each counts
 * with what it adds to the questions before it. Later questions follow in the order of what they add to these.
 */
const TOGETHER = 12;

/**
 * Returns the expected information of a rating of each title, times the probability that the user knows the
 * title.
 * @param asked title indexes.
 * @param known the probability of each title in `asked`.
 */
export function lessonsOf(
  space: TasteSpace,
  taste: Taste,
  asked: Int32Array,
  known: Float64Array,
): Float64Array {
  const { factors, items, noise } = space;
  const d = factors + 1;
  const covariance = posteriorCovariance(taste);
  const variance = Float64Array.from(asked, (item) => userVariance(space, covariance, item));
  const lesson = (at: number): number => known[at] * Math.log1p(variance[at] / noise);

  const lessons = new Float64Array(asked.length);
  const open = new Set(asked.keys());
  /** For each question: its covariance with every title, divided by the deviation of its rating. */
  const columns: Float64Array[] = [];
  while (columns.length < TOGETHER && open.size > 0) {
    let best = -1;
    for (const at of open) if (best < 0 || lesson(at) > lesson(best)) best = at;
    open.delete(best);
    lessons[best] = lesson(best);
    const direction = new Float64Array(d);
    for (let c = 0; c < factors; c++) direction[c] = items[asked[best] * d + c];
    direction[factors] = 1;
    solve(taste.factor, d, direction);
    const deviation = Math.sqrt(variance[best] + noise);
    const column = Float64Array.from(asked, (item, at) => {
      let sum = direction[factors];
      for (let c = 0; c < factors; c++) sum += items[item * d + c] * direction[c];
      for (const earlier of columns) sum -= earlier[at] * earlier[best];
      return sum / deviation;
    });
    columns.push(column);
    for (let at = 0; at < asked.length; at++) variance[at] -= column[at] ** 2;
  }
  for (const at of open) lessons[at] = lesson(at);
  return lessons;
}
