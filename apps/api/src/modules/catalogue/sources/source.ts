import type { z } from 'zod';
import type { FeedTitle } from '#src/modules/catalogue/feed/feed.ts';
import type { ShowsRepository } from './shows.repository.ts';

/** The sources of titles and offers. */
export const SOURCE_NAMES = ['tmdb', 'streaming-availability'] as const;
/** The source of the titles and series of the demo. */
export const DEMO_SOURCE = 'demo';
export type SourceName = (typeof SOURCE_NAMES)[number];

/**
 * The current state of a title at the source. `line` is null when the title has no offer in the country or was removed. A
 * source of episodes writes what it says of a series as a line of the feed too.
 */
export interface SourceLine {
  key: string;
  type: 'movie' | 'series';
  line: z.input<typeof FeedTitle> | null;
}

export interface SourcePage {
  lines: SourceLine[];
  /** The position of the next page, or null after the last page. */
  next: string | null;
}

export interface PageRequest {
  /** The country code (ISO 3166). */
  country: string;
  /** Cursor of the previous run, to read changes since then. Null reads every title. */
  since: string | null;
  /** `next` of the previous page, or null for the first page. */
  position: string | null;
  /** The series of the catalogue, for a source that only reads those. */
  shows: ShowsRepository;
  signal?: AbortSignal | undefined;
}

/** A source yields changes since a cursor, page by page, as lines of the feed. */
interface Paged {
  /** Returns the cursor of a run that begins now. */
  cursorNow(): string;
  /**
   * Returns whether the cursor is older than the changes that the source lists. With such a cursor, the sync
   * needs a full run.
   */
  isExpired(cursor: string): boolean;
  /** @throws SourceFailure with status 400 or 410 when the source refuses the position. */
  readPage(request: PageRequest): Promise<SourcePage>;
}

/** A source of titles and offers, which differ by country. */
export interface TitleSource extends Paged {
  readonly kind: 'titles';
  readonly name: SourceName;
  /** The name to credit for the offers, as shown to users. */
  readonly credit: string;
  /** Reads one title in its current state. */
  readTitle(
    request: Pick<PageRequest, 'country' | 'signal'>,
    type: SourceLine['type'],
    key: string,
  ): Promise<SourceLine>;
}

/** A source of the episodes of series that the catalogue has. It neither adds titles nor removes them. */
export interface EpisodeSource extends Paged {
  readonly kind: 'episodes';
  readonly name: 'tvmaze';
}

export type Source = TitleSource | EpisodeSource;

const GENRES = new Map<string, readonly string[]>([
  ['action & adventure', ['Action', 'Adventure']],
  ['sci-fi & fantasy', ['Science Fiction', 'Fantasy']],
  ['war & politics', ['War']],
  ['kids', ['Family']],
  ['tv movie', []],
  ['news', ['Documentary']],
  ['soap', ['Drama']],
  ['reality show', ['Reality']],
  ['musical', ['Music']],
]);

/** Translates genre names of a source to genre names of this catalogue, without duplicates. */
export const toGenres = (names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => GENRES.get(name.toLowerCase()) ?? [name])),
];

const IMDB_ID = /^tt\d{5,12}$/;
export const toImdbId = (id: string | null | undefined): string | null =>
  id && IMDB_ID.test(id) ? id : null;
