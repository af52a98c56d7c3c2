import { z } from 'zod';

/** The facts of a file that identify a title. */
export const TitleHint = z.object({
  title: z.string(),
  year: z.int().nullable().default(null),
  type: z.enum(['movie', 'series']).nullable().default(null),
  imdbId: z.string().nullable().default(null),
  tmdbId: z.int().nullable().default(null),
  /** Our own id, from an export of Marquee. */
  mediumId: z.int().nullable().default(null),
  /** The series, when `title` may be its name with the name of an episode. */
  alternative: z.string().nullable().default(null),
});
export type TitleHint = z.infer<typeof TitleHint>;

export const ListRef = z.object({
  type: z.enum(['custom', 'watch_later', 'havent_watched']),
  /** Empty for system lists. */
  name: z.string(),
});
export type ListRef = z.infer<typeof ListRef>;

const Moment = z.string().nullable();

/** One statement of a file about one title. `at` is the moment (ISO 8601) that the file gives, or null. */
export const Fact = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rating'),
    /** 0 to 10; null when the row has only tags. */
    rating: z.int().nullable(),
    tags: z.array(z.string()),
    at: Moment,
    /** When the title was first rated, if the file says so. */
    first: Moment.default(null),
  }),
  z.object({ kind: z.literal('seen'), on: z.string().nullable(), at: Moment.default(null) }),
  z.object({ kind: z.literal('list'), at: Moment }),
  z.object({ kind: z.literal('hide'), at: Moment }),
  z.object({ kind: z.literal('setting'), notSuggest: z.boolean() }),
]);
export type Fact = z.infer<typeof Fact>;

/** Choices of the account in an own export. */
export const Choices = z.object({
  services: z.array(z.string()).default([]),
  genres: z.array(z.string()).default([]),
  filters: z.array(z.object({ key: z.string(), value: z.string() })).default([]),
  account: z.record(z.string(), z.union([z.boolean(), z.string()])).default({}),
});
export type Choices = z.infer<typeof Choices>;

/** An item that a reader yields, in the order of the file. */
export type Entry =
  | { hint: TitleHint; fact: Fact; list?: ListRef }
  /** A list, also when it is empty. */
  | { list: ListRef; fact?: undefined }
  | { choices: Partial<Choices> }
  /** A row without a title or a readable value. */
  | { unreadable: true };

export const UNREADABLE: Entry = { unreadable: true };

/** A hint with defaults for what the file does not say. */
export const hintOf = (given: Partial<TitleHint> & { title: string }): TitleHint => ({
  year: null,
  type: null,
  imdbId: null,
  tmdbId: null,
  mediumId: null,
  alternative: null,
  ...given,
});

/** The file cannot be imported at all. The message is a sentence for the member. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
