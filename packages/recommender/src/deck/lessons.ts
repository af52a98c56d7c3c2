import { product } from '../math/packed.ts';
import { along, type Taste, type TasteSpace, userVariance, vectorOf } from '../model/taste.ts';

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
  const { noise } = space;
  const vector = new Float64Array(space.factors + 1);
  const variance = Float64Array.from(asked, (item) => userVariance(space, taste.covariance, item, vector));
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
    const direction = product(taste.covariance, vectorOf(space, asked[best]));
    const deviation = Math.sqrt(variance[best] + noise);
    const column = Float64Array.from(asked, (item, at) => {
      let sum = along(space, item, direction);
      for (const earlier of columns) sum -= earlier[at] * earlier[best];
      return sum / deviation;
    });
    columns.push(column);
    for (let at = 0; at < asked.length; at++) variance[at] -= column[at] ** 2;
  }
  for (const at of open) lessons[at] = lesson(at);
  return lessons;
}
