import type { MediaQuery } from '@marquee/contracts';
import { listSimilar } from '@marquee/recommender';
import { fieldError } from '#src/core/errors.ts';
import { clearBit } from '#src/titles/engine/bits.ts';
import { mayBeFollowed, type Row } from '#src/titles/engine/ranking.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import { passNamed, withoutHidden } from './feed.ts';
import type { GivenFilters } from './given-filters.ts';

/**
 * Returns titles that are similar to the title `medium_id`, most similar first; of a franchise the first part that the user does
 * not know.
 */
export function similar(taste: Taste, query: GivenFilters & Pick<MediaQuery, 'medium_id'>): Row {
  if (query.medium_id === undefined) throw fieldError('medium_id', 'Medium id is required');
  const item = taste.snapshot.indexOf(query.medium_id);
  if (item < 0) throw fieldError('medium_id', 'Medium id is unknown');
  const { data, model } = taste.snapshot;
  const open = withoutHidden(taste, passNamed(taste, query, data.listed));
  clearBit(open, item);
  const known = mayBeFollowed(taste);
  const isKnown = (part: number): boolean => known(part) || taste.dropped.includes(part);
  const row = listSimilar(model, model.similar(item), open, isKnown);
  return { total: row.length, slice: (from, to) => row.slice(from, to) };
}
