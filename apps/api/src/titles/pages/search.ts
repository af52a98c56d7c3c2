import type { MediaQuery } from '@marquee/contracts';
import { topK } from '@marquee/recommender';
import { hasBit } from '#src/titles/engine/bits.ts';
import type { Row } from '#src/titles/engine/ranking.ts';
import { searchTitles } from '#src/titles/engine/search-index.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import { passNamed } from './feed.ts';
import type { GivenFilters } from './given-filters.ts';

/** Returns listed titles for a query, best match first. Includes hidden titles, whose cards have `hidden: true`. */
export function search(taste: Taste, query: GivenFilters & Pick<MediaQuery, 'query'>): Row {
  const { data, search: index } = taste.snapshot;
  const { items, scores } = searchTitles(data, index, query.query);
  const passed = passNamed(taste, query, data.listed);
  const shown = items.filter((item) => hasBit(passed, item));
  const shownScores = scores.filter((_, at) => hasBit(passed, items[at] ?? 0));
  return {
    total: shown.length,
    slice: (from, to) =>
      topK(shownScores, to)
        .slice(from, to)
        .map((at) => shown[at] ?? 0),
  };
}
