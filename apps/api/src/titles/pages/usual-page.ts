import { MediaQuery } from '@marquee/contracts';
import { writeJson } from '#src/core/json-text.ts';
import { DEFAULT_COUNTRY } from '#src/titles/engine/markets.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import type { TasteRow } from '#src/titles/users/taste.repository.ts';
import { Taste } from '#src/titles/users/taste.ts';
import { pageOf } from './feed.ts';

const RATINGS = 20;
/** The first pages take longer, because Node has not compiled their code. */
const PAGES = 12;
/** Shorter times are those of a small catalogue, in which every call takes longer than its cards. */
const LEAST_MS = 2;

/** A member who has rated the best known titles. */
const memberOf = ({ data }: Snapshot): TasteRow => {
  const rated = Array.from(data.ids.subarray(0, RATINGS));
  return {
    rated,
    ratings: rated.map((_id, at) => 5 + (at % 5)),
    hidden: [],
    wished: [],
    unseen: [],
    answers: [],
    seen: [],
    seen_days: [],
    seen_plays: [],
    seen_seasons: [],
    begun: [],
    time_zone: null,
    said_tastes: [],
    genres: [],
    providers: [],
    unavailable_titles: false,
    country: DEFAULT_COUNTRY,
    wrong_offers: [],
    wrong_kinds: [],
    all_streaming: null,
    media_type: null,
  };
};

/** Returns the processor time in milliseconds that a page of recommended cards takes on this machine. */
export function measureUsualPage(snapshot: Snapshot): number {
  const taste = new Taste(snapshot, memberOf(snapshot));
  const query = MediaQuery.parse({ view: 'card' });
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < PAGES; at++) {
    const before = performance.now();
    writeJson(pageOf(taste, taste.ranking(taste.savedFilters).recommended, query), []);
    // The least time is that of a page during which nothing else had the processor.
    least = Math.min(least, performance.now() - before);
  }
  return Math.max(LEAST_MS, least);
}
