import type { Person } from '@marquee/recommender';
import type { Mine } from './card-writer.ts';
import { type Filters, filterKey } from './filters.ts';
import { type Ranking, rank } from './ranking.ts';
import type { Snapshot } from './snapshot.ts';
import type { TasteRow } from './taste.repository.ts';
import { textAt } from './texts.ts';

interface Opinion {
  likelihood: number;
  because: string;
}

/** Of thousands of hides or list entries the last ones say enough; all of them would cost every page after an edit. */
const EVIDENCE = 500;
const mean = new Float32Array(1);

/** Two places in maps, and a reason. */
const ENTRY_BYTES = 200;
const RANKING_BYTES = 25_000;
/** The filters in use, and those just left. */
const RANKINGS_KEPT = 2;
const OPINION_BYTES = 240;
/** A page of Discover and some rows further. */
const OPINIONS_KEPT = 500;

/**
 * One person over one snapshot: what they said, their folded-in factors, and what was ranked for them so far.
 * Immutable towards the database: a write drops it, and the next request makes a new one.
 */
export class Taste implements Mine {
  readonly snapshot: Snapshot;
  readonly person: Person;
  readonly ratings: ReadonlyMap<number, number>;
  readonly hiddenItems: ReadonlySet<number>;
  readonly listed: ReadonlySet<number>;
  readonly unseen: ReadonlySet<number>;
  readonly genres: readonly number[];
  readonly providers: ReadonlySet<number>;
  readonly unavailableTitles: boolean;
  /** The saved filters, for calls that name none. */
  readonly savedFilters: Filters;
  readonly #rankings = new Map<string, Ranking>();
  readonly #opinions = new Map<number, Opinion>();
  readonly #reasons = new Map<number, string>();

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
    const wished = indexesOf(row.wished);
    this.listed = new Set([...wished, ...this.unseen]);
    this.genres = row.genres;
    this.providers = new Set(row.providers);
    this.unavailableTitles = row.unavailable_titles;
    this.savedFilters = {
      allStreaming: row.all_streaming !== 'false',
      mediaType: row.media_type === 'movies' || row.media_type === 'series' ? row.media_type : 'all',
    };
    this.person = snapshot.model.foldIn({
      rated: [...this.ratings.keys()],
      ratings: [...this.ratings.values()],
      hidden: hidden.slice(0, EVIDENCE),
      listed: wished.slice(0, EVIDENCE),
      genres: row.genres,
    });
  }

  /** The ranking under these filters, made on first use. */
  ranking(filters: Filters): Ranking {
    const key = filterKey(filters);
    const ranking = this.#rankings.get(key) ?? rank(this, filters);
    // Set anew, the ranking in use is the last in the map, and the first has waited longest.
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
    const kept = this.#opinions.get(index);
    if (kept) return kept;
    const because = this.snapshot.model
      .because(this.person, index)
      // That somebody rated a title is no news at the title itself.
      .filter(({ item }) => item !== index)
      .map(({ item }) => this.#reason(item));
    const opinion = {
      likelihood: this.#predict(index),
      because: because.length > 0 ? `[${because.join()}]` : 'null',
    };
    if (this.#opinions.size < OPINIONS_KEPT) this.#opinions.set(index, opinion);
    return opinion;
  }

  /** A rated title as one entry of `because`; the same few reasons serve hundreds of cards. */
  #reason(item: number): string {
    const { ids, titles } = this.snapshot.data;
    const reason =
      this.#reasons.get(item) ?? JSON.stringify({ medium_id: ids[item], title: textAt(titles, item) });
    this.#reasons.set(item, reason);
    return reason;
  }

  /** Without the variance, which costs more than the mean and is not on the wire. */
  #predict(index: number): number {
    this.snapshot.model.likelihoods(this.person, [index], mean);
    return mean[0] ?? 0;
  }

  /** Memory this person may come to hold, in bytes. */
  get bytes(): number {
    const items = this.ratings.size + this.hiddenItems.size + this.listed.size + this.unseen.size;
    return (
      this.person.bytes + items * ENTRY_BYTES + RANKINGS_KEPT * RANKING_BYTES + OPINIONS_KEPT * OPINION_BYTES
    );
  }
}
