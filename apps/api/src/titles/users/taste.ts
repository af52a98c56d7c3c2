import { type Progress, RATING_MAX, type Seen, type WrongOfferKind } from '@marquee/contracts';
import { type Signals, sharedFacts, type UserFactors } from '@marquee/recommender';
import type { CallerFields, Reasons } from '#src/titles/cards/card-writer.ts';
import { hasBit } from '#src/titles/engine/bits.ts';
import { type Filters, filterKey } from '#src/titles/engine/filters.ts';
import { Items, RatedItems } from '#src/titles/engine/items.ts';
import { type Market, withhold } from '#src/titles/engine/markets.ts';
import { Predictions } from '#src/titles/engine/predictions.ts';
import { type Ranking, rank } from '#src/titles/engine/ranking.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import { WITHHELD_KIND } from '#src/titles/offer-rules.ts';
import { type NamedTaste, nameTastes } from './named-tastes.ts';
import { type Begun, type Clock, clockIn, episodesOf, progressIn } from './progress.ts';
import { doubtedTitles } from './said-tastes.ts';
import { SeenTitles } from './seen-titles.ts';
import type { BegunRow, SaidTaste, TasteRow } from './taste.repository.ts';

/**
 * Largest number of hides, of list entries, of views and of titles in Haven't Watched that the factors use, in the order of
 * `TasteRow`. Every edit repeats the fold-in, so the limit keeps edits fast.
 */
const EVIDENCE = 500;

/** The titles rated last count double in the shares of several tastes, see `Signals.latest`. */
const LATEST = 10;

/** How long a taste takes the time for the present one. */
const CLOCK_MS = 1_000;

const toBegun = ({ season, episode, ...row }: BegunRow): Begun => ({
  state: row.state,
  seen: row.seen,
  lastSeenOn: row.last_seen_on,
  markedAt: row.marked_at,
  runtimeMinutes: row.runtime_minutes,
  next:
    season === null || episode === null
      ? null
      : { season, episode, name: row.name, day: row.day, minute: row.minute, airsOn: row.airs_on },
});

/**
 * Returns what the fold-in reads of a user.
 * @param wished the titles of their lists, in the order of `TasteRow`.
 * @param dropped series that count as disliked, and not as seen.
 */
function signalsOf(
  { ratings, hiddenItems, seen, unseen, genres }: Taste,
  wished: Int32Array,
  dropped: readonly number[],
): Signals {
  // A rating says more of a series than that it was dropped.
  const disliked = dropped.filter((index) => !ratings.has(index) && !hiddenItems.has(index));
  const isDropped = new Set(dropped);
  return {
    latest: ratings.ordered.subarray(0, LATEST),
    rated: ratings.ordered,
    ratings: Array.from(ratings, ([, rating]) => rating),
    hidden: [...hiddenItems, ...disliked].slice(0, EVIDENCE),
    listed: wished.subarray(0, EVIDENCE),
    seen: seen.ordered.filter((index) => !isDropped.has(index)).subarray(0, EVIDENCE),
    unseen: unseen.ordered.subarray(0, EVIDENCE),
    genres,
  };
}

/** What a taste keeps of the one that it replaces. */
export type TasteBefore = Pick<Taste, 'snapshot' | 'undoubted'>;

/**
 * One user over one snapshot: ratings, hides, lists, factors and cached rankings. Immutable: a write drops the taste
 * from the cache, and the next request loads a new taste.
 */
export class Taste implements CallerFields {
  readonly snapshot: Snapshot;
  readonly factors: UserFactors;
  /** The factors without what the user said of their tastes, by which it is known what they said of which. */
  readonly undoubted: UserFactors;
  readonly predictions: Predictions;
  /** Ratings by title index, the last rated title first. */
  readonly ratings: RatedItems;
  /** Indexes of hidden titles, the last hidden title first. */
  readonly hiddenItems: Items;
  readonly listed: Items;
  readonly unseen: Items;
  /** The series of which the user has seen an episode, by index. */
  readonly begun: ReadonlyMap<number, Begun>;
  /** Of `begun`, those that the user has dropped: weak dislikes, unless they are rated. */
  readonly dropped: readonly number[];
  readonly timeZone: string | null;
  #clock: Clock | null = null;
  /** What the user said of their tastes, see `saidOf`. */
  readonly said: readonly SaidTaste[];
  /** The last titles that the user rated or put into Haven't Watched, the last one first. */
  readonly answers: Int32Array;
  /**
   * Titles that the user saw and has not rated, in the order of `TasteRow`. Rows do not recommend them, and the deck
   * starts with them.
   */
  readonly seen: Items;
  readonly #seenTitles: SeenTitles;
  readonly genres: readonly number[];
  readonly providers: ReadonlySet<number>;
  readonly unavailableTitles: boolean;
  readonly market: Market;
  readonly withheld: ReadonlySet<number>;
  readonly reported: ReadonlyMap<number, WrongOfferKind>;
  /** The saved filters, for calls without filters. */
  readonly savedFilters: Filters;
  #named: readonly NamedTaste[] | undefined;
  /** The ranking of the last filters, which are nearly always the saved filters. */
  #ranking: { key: string; ranking: Ranking } | null = null;

  /** @param before the taste of the same user before the last changes. */
  constructor(snapshot: Snapshot, row: TasteRow, before?: TasteBefore) {
    const indexesOf = (ids: readonly number[]): Int32Array =>
      new Int32Array(ids.map(snapshot.indexOf).filter((index) => index >= 0));
    this.snapshot = snapshot;
    const rated: number[] = [];
    const ratings: number[] = [];
    row.rated.forEach((id, at) => {
      const index = snapshot.indexOf(id);
      if (index < 0) return;
      rated.push(index);
      ratings.push(row.ratings[at] ?? 0);
    });
    this.ratings = new RatedItems(new Int32Array(rated), ratings);
    this.hiddenItems = new Items(indexesOf(row.hidden));
    const unseen = indexesOf(row.unseen);
    this.unseen = new Items(unseen);
    this.answers = indexesOf(row.answers);
    const known = row.seen.map(snapshot.indexOf);
    const isHere = (_: unknown, at: number): boolean => (known[at] ?? -1) >= 0;
    this.#seenTitles = new SeenTitles(
      known.filter(isHere),
      row.seen_days.filter(isHere),
      row.seen_plays.filter(isHere),
      row.seen_seasons.filter(isHere),
    );
    this.seen = new Items(indexesOf(row.seen).filter((index) => !this.ratings.has(index)));
    this.timeZone = row.time_zone;
    this.begun = new Map(
      row.begun.flatMap((series) => {
        const index = snapshot.indexOf(series.id);
        return index < 0 ? [] : [[index, toBegun(series)] as const];
      }),
    );
    this.dropped = [...this.begun].flatMap(([index, { state }]) => (state === 'dropped' ? [index] : []));
    const wished = indexesOf(row.wished);
    this.listed = new Items(Int32Array.from(new Set([...wished, ...unseen])).sort());
    this.genres = row.genres;
    this.providers = new Set(row.providers);
    this.unavailableTitles = row.unavailable_titles;
    this.reported = new Map(row.wrong_offers.map((id, at) => [id, row.wrong_kinds[at] ?? 'gone']));
    this.withheld = new Set(row.wrong_offers.filter((id) => this.reported.get(id) === WITHHELD_KIND));
    const market = snapshot.marketOf(row.country);
    this.market = this.withheld.size > 0 ? withhold(market, this.withheld) : market;
    this.savedFilters = {
      allStreaming: row.all_streaming !== 'false',
      mediaType: row.media_type === 'movies' || row.media_type === 'series' ? row.media_type : 'all',
    };
    this.said = row.said_tastes;
    const signals = signalsOf(this, wished, this.dropped);
    this.undoubted = snapshot.model.foldIn(
      signals,
      before?.snapshot === snapshot ? before.undoubted : undefined,
    );
    const doubted = doubtedTitles(snapshot, snapshot.model.groups(this.undoubted), this.said);
    this.factors =
      doubted.length === 0 ? this.undoubted : snapshot.model.foldIn({ ...signals, doubted }, this.undoubted);
    // A dropped series stands lower, and no likelihood is lower for it: what the user would choose is found without it.
    const undropped = (): UserFactors =>
      snapshot.model.foldIn({ ...signalsOf(this, wished, []), doubted }, this.factors);
    this.predictions = new Predictions(
      snapshot.model,
      this.factors,
      this.dropped.length === 0 ? undefined : undropped,
    );
  }

  /** Returns the tastes of a user with several. They are named once, because rows, posters and settings name them. */
  get named(): readonly NamedTaste[] {
    this.#named ??= nameTastes(this);
    return this.#named;
  }

  /** Returns the ranking for these filters. That of the last filters is cached. */
  ranking(filters: Filters): Ranking {
    const key = filterKey(filters);
    if (this.#ranking?.key !== key) this.#ranking = { key, ranking: rank(this, filters) };
    return this.#ranking.ranking;
  }

  selected(providerId: number): boolean {
    return this.providers.has(providerId);
  }

  hidden(index: number): boolean {
    return this.hiddenItems.has(index);
  }

  rating(index: number): number | null {
    return this.ratings.get(index) ?? null;
  }

  inList(index: number): boolean {
    return this.listed.has(index);
  }

  seenAs(index: number): Seen | null {
    return this.#seenTitles.find(index);
  }

  /** The time for the user. It stays for a moment, because a page asks for every series and a day takes long to format. */
  get clock(): Clock {
    if (this.#clock === null || Date.now() - this.#clock.now > CLOCK_MS) this.#clock = clockIn(this.timeZone);
    return this.#clock;
  }

  /** Returns how far the user is in a series, or null for a movie. */
  progressOf(index: number): Progress | null {
    const { data } = this.snapshot;
    if (!hasBit(data.series, index)) return null;
    const { counts, first } = episodesOf(data.episodes, index, this.clock);
    const begun = this.begun.get(index) ?? { state: 'watching', seen: 0, lastSeenOn: null, next: first };
    return progressIn(begun, counts, this.clock);
  }

  likelihood(index: number): number {
    return RATING_MAX * (this.predictions.of([index])[0] ?? 0);
  }

  /** Returns the reasons for a title. */
  because(index: number): Reasons {
    const { effect, reasons } = this.predictions.reasonsFor(index);
    const { facts } = this.snapshot.model;
    return { effect, titles: reasons.map((item) => ({ item, facts: sharedFacts(facts, index, item) })) };
  }
}
