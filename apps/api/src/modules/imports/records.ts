import type { ImportColumn, ImportFailure, ImportSource } from '@marquee/contracts/imports';
import { z } from 'zod';
import { EpisodeHint } from './files/episode.ts';
import type { Score } from './files/fields.ts';

/** The facts of a file that identify a title. */
export const TitleHint = z.object({
  title: z.string(),
  /** The name in the original language, when the file has both. */
  originalTitle: z.string().nullable().default(null),
  year: z.int().nullable().default(null),
  type: z.enum(['movie', 'series']).nullable().default(null),
  imdbId: z.string().nullable().default(null),
  tmdbId: z.int().nullable().default(null),
  tvdbId: z.int().nullable().default(null),
  /** Id of the title in Marquee, from an export of Marquee. */
  mediumId: z.int().nullable().default(null),
  /**
   * The possible names of the series, the longest first, when `title` may contain the names of a series and an episode.
   */
  alternatives: z.array(z.string()).default([]),
  /** Number of other titles of the file with the same shortest alternative. Known when the file is read. */
  siblings: z.int().default(0),
});
export type TitleHint = z.infer<typeof TitleHint>;

export const ListRef = z.object({
  type: z.enum(['custom', 'watch_later', 'havent_watched']),
  /** The name of a custom list. The name is empty for system lists. */
  name: z.string(),
});
export type ListRef = z.infer<typeof ListRef>;

export const WatchState = z.enum(['watching', 'on_hold', 'dropped']);

const Moment = z.string().nullable().default(null);

/** One fact of a file about one title. `at` is the time in the file (ISO 8601), or null. */
export const Fact = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rating'),
    /** 0 to 10, or null when the row has only tags. */
    rating: z.int().nullable().default(null),
    tags: z.array(z.string()).default([]),
    at: Moment,
    /** When the title was first rated, or null. */
    first: Moment,
  }),
  z.object({
    kind: z.literal('seen'),
    /** The episode that was seen. Absent when the row is about the whole title. */
    of: EpisodeHint.optional(),
    /** The day of the view, or the instant where the file names one (`parseView`). */
    on: Moment,
    at: Moment,
    /**
     * Number of all views that the row stands for. Without it, the row is one view. A row with 0 says that the title was
     * seen, but is no view of its own: another row may be the same view.
     */
    plays: z.int().min(0).optional(),
    /** For how long the title was played, where the file says it. Whether that is a view depends on the title's runtime. */
    minutes: z.number().min(0).optional(),
    /** The last season that was seen, from an export of Marquee. */
    upToSeason: z.int().optional(),
    /** Whether the view only says what the episodes say, from an export of Marquee. */
    byEpisodes: z.literal(true).optional(),
  }),
  /** Whether a series is being watched. */
  z.object({ kind: z.literal('state'), state: WatchState }),
  z.object({ kind: z.literal('list'), at: Moment }),
  z.object({ kind: z.literal('hide'), at: Moment }),
  z.object({ kind: z.literal('setting'), notSuggest: z.boolean() }),
]);
export type Fact = z.infer<typeof Fact>;

/** Returns what is stored of a hint or of facts, without the nulls and empty lists that its schema adds when it is read. */
export const sparse = (value: object): object =>
  Object.fromEntries(
    Object.entries(value).filter(([, each]) => each !== null && !(Array.isArray(each) && each.length === 0)),
  );

/**
 * What a reader says of a title before the whole file is known: a score on the scale of the file, or nothing but its name.
 * `settle.ts` makes facts of both.
 */
export type ReadFact =
  | Fact
  | { kind: 'score'; score: number; tags: string[]; at: string | null; first: string | null }
  | { kind: 'open'; of?: EpisodeHint | undefined; on: string | null; at: string | null };

export { PLAYS_MAX } from '@marquee/contracts/constants';

/** The providers, genres, filters and settings in an export of Marquee. */
export const Choices = z.object({
  services: z.array(z.string()).default([]),
  genres: z.array(z.string()).default([]),
  filters: z.array(z.object({ key: z.string(), value: z.string() })).default([]),
  account: z.record(z.string(), z.union([z.boolean(), z.string()])).default({}),
});
export type Choices = z.infer<typeof Choices>;

/** A fact about a title. */
export interface TitleEntry<F> {
  hint: TitleHint;
  fact: F;
  list?: ListRef;
  /** The person to whom the entry belongs, in a file of several people. */
  profile?: string;
  /** Marks what the row itself states, so that the choice of another kind does not change it. */
  isSaid?: true;
}

/** An item without a title of its own. */
export type OtherEntry =
  /** A list, which may have no entries. */
  | { list: ListRef; fact?: undefined }
  | { choices: Partial<Choices> }
  /** How each column of a table of an unknown service was read. */
  | { columns: ImportColumn[] }
  /** A row that says that its title was neither seen nor wished. With a score, that score only shows the scale. */
  | { passed: true; score?: number }
  /** What became of a file, when its entries do not show it. */
  | { file: string; state: 'read' | 'unread'; reason: string | null }
  /** A row without a title or a readable value. */
  | { unreadable: true };

/** One item that a reader yields, in the order of the file. */
export type Entry = TitleEntry<ReadFact> | OtherEntry;

export const UNREADABLE: OtherEntry = { unreadable: true };
export const PASSED: OtherEntry = { passed: true };
export const WATCH_LATER: ListRef = { type: 'watch_later', name: '' };

/** Completes a hint with defaults for missing facts. */
export const hintOf = (given: Partial<TitleHint> & { title: string }): TitleHint => ({
  originalTitle: null,
  year: null,
  type: null,
  imdbId: null,
  tmdbId: null,
  tvdbId: null,
  mediumId: null,
  alternatives: [],
  siblings: 0,
  ...given,
});

/** All prefixes together are no longer than a title. */
const PREFIXES_CHARS = 300;

/**
 * Returns the names that begin the parts of a name, the longest first, without the whole name. Of a name with many parts
 * these are the shortest ones.
 */
export function prefixesOf(parts: readonly string[]): string[] {
  const prefixes: string[] = [];
  let chars = 0;
  for (let end = 1; end < parts.length; end++) {
    const prefix = parts.slice(0, end).join(': ');
    chars += prefix.length;
    if (end > 1 && chars > PREFIXES_CHARS) break;
    prefixes.unshift(prefix);
  }
  return prefixes;
}

/** Thrown when the file cannot be imported. The message is shown to the member. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly code: ImportFailure;
  /** The service whose file it is, when another one was named. */
  readonly looksLike: ImportSource | null;

  constructor(
    message: string,
    code: ImportFailure,
    options: ErrorOptions & { looksLike?: ImportSource } = {},
  ) {
    super(message, options);
    this.code = code;
    this.looksLike = options.looksLike ?? null;
  }
}

/** Returns the entry of a state that a tracker keeps of a series, beside its episodes. */
export const inState = (hint: TitleHint, state: z.infer<typeof WatchState>): Entry => ({
  hint,
  fact: { kind: 'state', state },
});

/** Returns the fact that a score makes. */
export const rated = (score: Score, tags: string[], at: string | null): ReadFact =>
  'rating' in score
    ? { kind: 'rating', rating: score.rating, tags, at, first: null }
    : { kind: 'score', score: score.score, tags, at, first: null };
