import type { Row } from '#src/titles/engine/ranking.ts';
import type { Taste } from '#src/titles/members/taste.ts';
import { passNamed, rowOf, withoutHidden } from './feed.ts';
import type { GivenFilters } from './titles.ts';

/** The user's rated titles, last rated first. */
export const history = (taste: Taste, given: GivenFilters = {}): Row =>
  rowOf([...taste.ratings.keys()], withoutHidden(taste, passNamed(taste, given)));

/** The user's hidden titles, last hidden first. */
export const hidden = (taste: Taste, given: GivenFilters = {}): Row =>
  rowOf([...taste.hiddenItems], passNamed(taste, given));
