import { GENRES_SHOWN, LIKELIHOOD_BANDS, RATING_MAX, type WrongOfferKind } from '@marquee/contracts';
import type { Effect, UserFactors } from '@marquee/recommender';
import { type CallerFields, toTenths } from '#src/titles/cards/card-writer.ts';
import { type Filters, filterKey } from '#src/titles/engine/filters.ts';
import { type Market, withhold } from '#src/titles/engine/markets.ts';
import { type Ranking, rank } from '#src/titles/engine/ranking.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import { textAt } from '#src/titles/engine/texts.ts';
import { toSharedFact } from './shared-fact.mapper.ts';
import type { TasteRow } from './taste.repository.ts';

interface Opinion {
  likelihood: number;
  because: string;
}

/**
 * Largest number of hides, of list entries and of views that the factors use, newest first. Every edit repeats the
 * fold-in, so the limit keeps edits fast.
 */
const EVIDENCE = 500;
const probability = new Float32Array(1);

/** Estimated memory of one title in the collections of a taste. */
const ENTRY_BYTES = 200;
const RANKING_BYTES = 25_000;
/** Number of rankings to cache: for the current and for the previous filters. */
const RANKINGS_KEPT = 2;
const OPINION_BYTES = 400;
/**
 * Number of opinions (a likelihood with its reasons) to cache: enough for a page of Discover and some further
 * rows.
 */
const OPINIONS_KEPT = 500;

/**
 * One user over one snapshot: ratings, hides, lists, factors and cached rankings. Immutable: a write drops the taste
 * from the cache, and the next request loads a new taste.
 */
export class Taste implements CallerFields {
  readonly snapshot: Snapshot;
  readonly factors: UserFactors;
  /** Ratings by title index, the last rated title first. */
  readonly ratings: ReadonlyMap<number, number>;
  /** Indexes of hidden titles, the last hidden title first. */
  readonly hiddenItems: ReadonlySet<number>;
  readonly listed: ReadonlySet<number>;
  readonly unseen: ReadonlySet<number>;
  /**
   * Titles that the user saw and has not rated, last seen first. Rows do not recommend them, and the deck
   * starts with them.
   */
  readonly seen: ReadonlySet<number>;
  readonly genres: readonly number[];
  readonly providers: ReadonlySet<number>;
  readonly unavailableTitles: boolean;
  readonly market: Market;
  readonly withheld: ReadonlySet<number>;
  readonly reported: ReadonlyMap<number, WrongOfferKind>;
  /** The saved filters, for calls without filters. */
  readonly savedFilters: Filters;
  readonly #rankings = new Map<string, Ranking>();
  readonly #opinions = new Map<number, Opinion>();

  constructor(snapshot: Snapshot, row: TasteRow) {
    const indexesOf = (ids: readonly number[]) =>
      ids.map((id) => snapshot.indexOf(id)).filter((index) => index >= 0);
    this.snapshot = snapshot;
    this.ratings = new Map(
      row.rated
        .map((id, at) => [snapshot.indexOf(id), row.ratings[at] ?? 0] as const)
        .filter(([index]) => index >= 0),
    );
    const hidden = indexesOf(row.hidden);
    this.hiddenItems = new Set(hidden);
    this.unseen = new Set(indexesOf(row.unseen));
    this.seen = new Set(indexesOf(row.seen).filter((index) => !this.ratings.has(index)));
    const wished = indexesOf(row.wished);
    this.listed = new Set([...wished, ...this.unseen]);
    this.genres = row.genres;
    this.providers = new Set(row.providers);
    this.unavailableTitles = row.unavailable_titles;
    this.reported = new Map(row.wrong_offers.map((id, at) => [id, row.wrong_kinds[at] ?? 'gone']));
    this.withheld = new Set(row.wrong_offers.filter((id) => this.reported.get(id) === 'gone'));
    const market = snapshot.marketOf(row.country);
    this.market = this.withheld.size > 0 ? withhold(market, this.withheld) : market;
    this.savedFilters = {
      allStreaming: row.all_streaming !== 'false',
      mediaType: row.media_type === 'movies' || row.media_type === 'series' ? row.media_type : 'all',
    };
    this.factors = snapshot.model.foldIn({
      rated: [...this.ratings.keys()],
      ratings: [...this.ratings.values()],
      hidden: hidden.slice(0, EVIDENCE),
      listed: wished.slice(0, EVIDENCE),
      seen: [...this.seen].slice(0, EVIDENCE),
      genres: row.genres,
    });
  }

  /** Returns the ranking for these filters, which is computed on first use. */
  ranking(filters: Filters): Ranking {
    const key = filterKey(filters);
    const ranking = this.#rankings.get(key) ?? rank(this, filters);
    // Insert the ranking again at the end of the map, so that the first entry is the least recently used.
    this.#rankings.delete(key);
    this.#rankings.set(key, ranking);
    for (const oldest of this.#rankings.keys()) {
      if (this.#rankings.size <= RANKINGS_KEPT) break;
      this.#rankings.delete(oldest);
    }
    return ranking;
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

  likelihood(index: number): number {
    return this.#opinion(index).likelihood;
  }

  because(index: number): string {
    return this.#opinion(index).because;
  }

  #opinion(index: number): Opinion {
    const cached = this.#opinions.get(index);
    if (cached) return cached;
    const likelihood = this.#predict(index);
    const opinion = { likelihood, because: `[${this.#reasons(index, likelihood).join()}]` };
    if (this.#opinions.size < OPINIONS_KEPT) this.#opinions.set(index, opinion);
    return opinion;
  }

  /**
   * Writes the entries of `because` as JSON. A reason against a title that the member probably likes would
   * contradict the likelihood beside it, so only red likelihoods have such reasons.
   */
  #reasons(index: number, likelihood: number): string[] {
    const { data, model } = this.snapshot;
    const because = (effect: Effect): string[] =>
      model.because(this.factors, index, effect, GENRES_SHOWN).map(({ item, shared }) =>
        JSON.stringify({
          medium_id: data.ids[item],
          title: textAt(data.titles, item),
          effect,
          shared: toSharedFact(data, shared, index, item),
        }),
      );
    const lowered = Number(toTenths(likelihood)) < LIKELIHOOD_BANDS.low ? because('lowered') : [];
    return lowered.length > 0 ? lowered : because('raised');
  }

  #predict(index: number): number {
    this.snapshot.model.likeProbabilities(this.factors, [index], probability);
    return RATING_MAX * (probability[0] ?? 0);
  }

  /** Returns an upper estimate of the memory of this taste in bytes. */
  get bytes(): number {
    const items =
      this.ratings.size + this.hiddenItems.size + this.listed.size + this.unseen.size + this.seen.size;
    return (
      this.factors.bytes + items * ENTRY_BYTES + RANKINGS_KEPT * RANKING_BYTES + OPINIONS_KEPT * OPINION_BYTES
    );
  }
}
