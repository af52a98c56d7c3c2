import type { Row } from '#src/titles/engine/ranking.ts';
import type { Taste } from '#src/titles/members/taste.ts';
import { passNamed, rowOf, withoutHidden } from './feed.ts';
import type { GivenFilters } from './titles.ts';

/** The user's rated titles, last rated first. `rated`: indexes in this order. */
export const historyRow = (taste: Taste, rated: readonly number[], given: GivenFilters = {}): Row =>
  rowOf(rated, withoutHidden(taste, passNamed(taste, given)));

/** The user's hidden titles, last hidden first. `hidden`: indexes in this order. */
export const hiddenRow = (taste: Taste, hidden: readonly number[], given: GivenFilters = {}): Row =>
  rowOf(hidden, passNamed(taste, given));
