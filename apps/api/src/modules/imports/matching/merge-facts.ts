import { dayOf } from '@marquee/contracts/days';
import { z } from 'zod';
import { cleanTags } from '../files/fields.ts';
import type { Fact } from '../records.ts';

const Moment = z.string().nullable().default(null);
const DAY_LENGTH = '2026-01-31'.length;

/** All facts of a file about one title. */
export const TitleFacts = z.object({
  rating: z.int().nullable().default(null),
  tags: z.array(z.string()).default([]),
  ratedAt: Moment,
  firstAt: Moment,
  isSeen: z.boolean(),
  seenOn: Moment,
  seenAt: Moment,
  /** Number of views, of episodes too. */
  plays: z.int().default(0),
  upToSeason: z.int().nullable().default(null),
  isHidden: z.boolean(),
  hiddenAt: Moment,
  notSuggest: z.boolean().nullable().default(null),
  /** Indexes of the import's lists that contain the title. */
  lists: z.array(z.int()).default([]),
  /**
   * True when the member saw the title after adding it to the watchlist. The import does not add such a title
   * to Watch Later.
   */
  isWatched: z.boolean(),
});
export type TitleFacts = z.infer<typeof TitleFacts>;

export interface RowFact {
  fact: Fact;
  list: number | null;
  isWatchLater: boolean;
}

const later = (a: string | null, b: string | null): string | null => ((a ?? '') > (b ?? '') ? a : b);

const NOTHING: TitleFacts = {
  rating: null,
  tags: [],
  ratedAt: null,
  firstAt: null,
  isSeen: false,
  seenOn: null,
  seenAt: null,
  plays: 0,
  upToSeason: null,
  isHidden: false,
  hiddenAt: null,
  notSuggest: null,
  lists: [],
  isWatched: false,
};

/** Returns the day of a view in the member's time zone. A view of which the file names only the day has that day. */
const viewedOn = (on: string | null, timeZone: string | null): string | null =>
  on === null || on.length === DAY_LENGTH ? on : dayOf(timeZone, new Date(on));

function add(facts: TitleFacts, { fact, list }: RowFact, timeZone: string | null): TitleFacts {
  switch (fact.kind) {
    case 'rating': {
      const tags = cleanTags([...facts.tags, ...fact.tags]);
      // Use the latest rating. At equal times, use the rating that the reader yields last.
      const isLatest =
        fact.rating !== null && (facts.rating === null || (fact.at ?? '') >= (facts.ratedAt ?? ''));
      if (!isLatest) return { ...facts, tags };
      return { ...facts, tags, rating: fact.rating, ratedAt: fact.at, firstAt: fact.first };
    }
    case 'seen':
      return {
        ...facts,
        isSeen: true,
        seenOn: later(facts.seenOn, viewedOn(fact.on, timeZone)),
        seenAt: later(facts.seenAt, fact.at),
        plays: facts.plays + (fact.plays ?? 1),
        upToSeason: fact.upToSeason ?? facts.upToSeason,
      };
    case 'hide':
      return { ...facts, isHidden: true, hiddenAt: later(facts.hiddenAt, fact.at) };
    case 'setting':
      return { ...facts, notSuggest: fact.notSuggest };
    case 'list':
      return list === null || facts.lists.includes(list)
        ? facts
        : { ...facts, lists: [...facts.lists, list] };
  }
}

/**
 * Merges the rows about one title. A rating implies a view, so a rated title is not stored as seen.
 * @param timeZone the member's (IANA), or null for UTC.
 * @param isOwn whether the file is an export of Marquee. In such a file, rated titles may also be seen.
 */
export function mergeFacts(rows: readonly RowFact[], isOwn: boolean, timeZone: string | null): TitleFacts {
  const facts = rows.reduce((sum, row) => add(sum, row, timeZone), NOTHING);
  if (isOwn) return facts;
  const wish = rows
    .filter((row) => row.isWatchLater)
    .map(({ fact }) => (fact.kind === 'list' ? fact.at : null))
    .reduce(later, null);
  const isWatched =
    facts.isSeen && (wish === null || facts.seenOn === null || wish.slice(0, 10) <= facts.seenOn);
  return { ...facts, isWatched, isSeen: facts.isSeen && facts.rating === null };
}

/** Merges two titles of the file that match one title of the catalogue. */
export function joinFacts(a: TitleFacts, b: TitleFacts): TitleFacts {
  const isFirst = b.rating === null || (a.rating !== null && (a.ratedAt ?? '') > (b.ratedAt ?? ''));
  const rated = isFirst ? a : b;
  const { rating, ratedAt, firstAt } = rated;
  return {
    rating,
    ratedAt,
    firstAt,
    tags: cleanTags([...a.tags, ...b.tags]),
    isSeen: (a.isSeen || b.isSeen) && rating === null,
    seenOn: later(a.seenOn, b.seenOn),
    seenAt: later(a.seenAt, b.seenAt),
    plays: a.plays + b.plays,
    upToSeason: b.upToSeason ?? a.upToSeason,
    isHidden: a.isHidden || b.isHidden,
    hiddenAt: later(a.hiddenAt, b.hiddenAt),
    notSuggest: b.notSuggest ?? a.notSuggest,
    lists: [...new Set([...a.lists, ...b.lists])],
    isWatched: a.isWatched || b.isWatched,
  };
}

/** Returns the year of the first view or rating, or null. A title in a list may come out later. */
export function firstViewIn(rows: readonly { fact: Fact }[]): number | null {
  const years = rows.flatMap(({ fact }) => {
    const at =
      fact.kind === 'seen' ? (fact.on ?? fact.at) : fact.kind === 'rating' ? (fact.first ?? fact.at) : null;
    return at === null ? [] : [Number(at.slice(0, 4))];
  });
  return years.length > 0 ? Math.min(...years) : null;
}
