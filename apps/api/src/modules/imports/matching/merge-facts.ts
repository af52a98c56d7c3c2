import { dayOf } from '@marquee/contracts/days';
import { z } from 'zod';
import { cleanTags } from '../files/fields.ts';
import { type Fact, type TitleHint, WatchState } from '../records.ts';
import {
  episodesOf,
  type Fitted,
  fitEpisodes,
  joinEpisodes,
  type KnownEpisode,
  ToldEpisode,
} from './told-episodes.ts';
import { type Played, withoutUnfinished } from './unfinished.ts';

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
  /** Number of views that ended too early to count. */
  unfinished: z.int().default(0),
  upToSeason: z.int().nullable().default(null),
  /** The episodes that the file names. The views above are of them too, unless the file is an export of Marquee. */
  episodes: z.array(ToldEpisode).default([]),
  /** Whether the view only says what the episodes say, in an export of Marquee. */
  isByEpisodes: z.boolean().default(false),
  /** Whether the member watches the series. */
  state: WatchState.nullable().default(null),
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
  unfinished: 0,
  upToSeason: null,
  episodes: [],
  isByEpisodes: false,
  state: null,
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
        upToSeason: fact.upToSeason ?? facts.upToSeason,
        isByEpisodes: facts.isByEpisodes || fact.byEpisodes === true,
      };
    case 'state':
      return { ...facts, state: fact.state };
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

type SeenFact = Extract<Fact, { kind: 'seen' }>;

/**
 * Returns how often a title was seen. A file may have a row for each view beside a row that counts them, so the greater
 * number counts.
 */
function playsIn(views: readonly SeenFact[]): number {
  const single = views.filter(({ plays }) => plays === undefined).length;
  const counted = views.reduce((sum, { plays = 0 }) => sum + plays, 0);
  return Math.max(single, counted);
}

/** Leaves out what says that the title was seen without being a view, where the file has the views themselves. */
function withoutEchoes(rows: readonly RowFact[]): readonly RowFact[] {
  const isEcho = ({ fact }: RowFact) => fact.kind === 'seen' && fact.of === undefined && fact.plays === 0;
  const hasViews = rows.some((row) => row.fact.kind === 'seen' && !isEcho(row));
  return hasViews ? rows.filter((row) => !isEcho(row)) : rows;
}

interface Circumstances {
  /** Whether the file is an export of Marquee, whose rows are exact. */
  isOwn: boolean;
  /** The member's (IANA), or null for UTC. */
  timeZone: string | null;
  /** The title of the catalogue, or null where it is not known. */
  medium: Played | null;
}

/** Merges the rows about one title. */
export function mergeFacts(all: readonly RowFact[], { isOwn, timeZone, medium }: Circumstances): TitleFacts {
  const { rows: finished, unfinished } = withoutUnfinished(all, medium);
  const isOfEpisode = ({ fact }: RowFact) => fact.kind === 'seen' && fact.of !== undefined;
  const rows = isOwn ? finished.filter((row) => !isOfEpisode(row)) : withoutEchoes(finished);
  const episodes = episodesOf(
    finished.flatMap(({ fact }) =>
      fact.kind === 'seen' && fact.of !== undefined
        ? [{ of: fact.of, day: viewedOn(fact.on, timeZone), plays: fact.plays, at: isOwn ? fact.at : null }]
        : [],
    ),
  );
  const merged = rows.reduce((sum, row) => add(sum, row, timeZone), NOTHING);
  const plays = playsIn(rows.flatMap(({ fact }) => (fact.kind === 'seen' ? [fact] : [])));
  const facts = { ...merged, unfinished, plays, episodes };
  if (isOwn) return facts;
  const wish = rows
    .filter((row) => row.isWatchLater)
    .map(({ fact }) => (fact.kind === 'list' ? fact.at : null))
    .reduce(later, null);
  const isWatched =
    facts.isSeen && (wish === null || facts.seenOn === null || wish.slice(0, 10) <= facts.seenOn);
  return { ...facts, isWatched, plays: facts.isSeen ? Math.max(1, plays) : 0 };
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
    isSeen: a.isSeen || b.isSeen,
    seenOn: later(a.seenOn, b.seenOn),
    seenAt: later(a.seenAt, b.seenAt),
    plays: a.plays + b.plays,
    unfinished: a.unfinished + b.unfinished,
    upToSeason: b.upToSeason ?? a.upToSeason,
    episodes: joinEpisodes([...a.episodes, ...b.episodes]),
    isByEpisodes: a.isByEpisodes || b.isByEpisodes,
    state: b.state ?? a.state,
    isHidden: a.isHidden || b.isHidden,
    hiddenAt: later(a.hiddenAt, b.hiddenAt),
    notSuggest: b.notSuggest ?? a.notSuggest,
    lists: [...new Set([...a.lists, ...b.lists])],
    isWatched: a.isWatched || b.isWatched,
  };
}

/**
 * Returns the facts with the episode that the name of a title may be: `The Crown: Fagan` says it only once the title was found
 * to be the series The Crown.
 */
export function withNamedEpisode({ title, alternatives }: TitleHint, facts: TitleFacts): TitleFacts {
  const series = alternatives.at(-1);
  if (series === undefined || !facts.isSeen || facts.episodes.length > 0) return facts;
  const name = title.slice(series.length).replace(/^\s*[:：]\s*/, '');
  const days = facts.seenOn === null ? [] : [facts.seenOn];
  return { ...facts, episodes: [{ name, days, plays: Math.max(1, facts.plays), at: null }] };
}

/**
 * Returns what the facts say of a series of the catalogue. Where its episodes are known, they say more than that the series
 * was seen, which then follows from them. `known` is null for a movie, whose name may have looked like that of an episode.
 */
export function ofCatalogue(
  facts: TitleFacts,
  known: readonly KnownEpisode[] | null,
  isOwn: boolean,
): { facts: TitleFacts; fitted: Fitted } {
  const fitted = fitEpisodes(known === null ? [] : facts.episodes, known ?? []);
  const isToldByEpisodes = !isOwn && fitted.placed.length > 0 && known !== null && known.length > 0;
  return { facts: isToldByEpisodes ? { ...facts, isSeen: false } : facts, fitted };
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
