import { hashed } from '@marquee/recommender/math/random';
import { ratioOf, type UserFigures } from './first-evening.ts';

/** The figures of the users with one choice of constants, as `evaluate first --save` writes them. */
export interface Candidate {
  readonly name: string;
  readonly users: readonly UserFigures[];
}

const FOLDS = 5;
/** Constants are judged at a first evening and at a second one. */
const JUDGED = [5, 20];
/** All users may lose this share at most, so that the niche fifth does not gain at the cost of the others. */
const MOST_LOST = 0.03;

/**
 * Chooses the best candidate on four folds of the users, and takes the figures of the fifth from this
 * candidate; each fold is the fifth once. So the figures come from users whom the choice has not seen.
 */
export function fitInFolds(
  before: readonly UserFigures[],
  candidates: readonly Candidate[],
  seed: number,
): { readonly chosen: readonly string[]; readonly users: readonly UserFigures[] } {
  const foldOf = ({ id }: UserFigures): number => Math.floor(FOLDS * hashed(id, 5, seed));
  const chosen: string[] = [];
  const users = Array.from({ length: FOLDS }, (_, fold) => {
    const isSeen = (user: UserFigures): boolean => foldOf(user) !== fold;
    const worth = candidates.map((one) => worthOf(one.users.filter(isSeen), before.filter(isSeen)));
    const best = candidates[worth.indexOf(Math.max(...worth))];
    chosen.push(best.name);
    return best.users.filter((user) => !isSeen(user));
  });
  return { chosen, users: users.flat() };
}

/** Returns the gain of the niche fifth, or -Infinity when all users lose too much. */
function worthOf(users: readonly UserFigures[], before: readonly UserFigures[]): number {
  const gain = (known: number, counts: (user: UserFigures) => boolean): number => {
    const of = (all: readonly UserFigures[]): number =>
      ratioOf(all.filter((user) => user.known === known && counts(user)));
    return of(users) / of(before) - 1;
  };
  if (JUDGED.some((known) => gain(known, () => true) < -MOST_LOST)) return Number.NEGATIVE_INFINITY;
  return JUDGED.reduce((sum, known) => sum + gain(known, ({ isNiche }) => isNiche), 0);
}
