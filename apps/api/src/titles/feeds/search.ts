import type { MediaQuery } from '@marquee/contracts';
import { intersect } from '#src/titles/engine/bits.ts';
import { type Row, scoredRow } from '#src/titles/engine/ranking.ts';
import { searchTitles } from '#src/titles/engine/search-index.ts';
import type { Taste } from '#src/titles/members/taste.ts';
import { passNamed } from './feed.ts';
import type { GivenFilters } from './title-pages.ts';

/** Returns listed titles for a query, best match first. Includes hidden titles, whose cards have `hidden: true`. */
export function search(taste: Taste, query: GivenFilters & Pick<MediaQuery, 'query'>): Row {
  const { data, search: index } = taste.snapshot;
  const { scores, found } = searchTitles(data, index, query.query);
  intersect(found, passNamed(taste, query, data.listed));
  return scoredRow(scores, found);
}
