import { z } from 'zod';
import { described, param } from './described.ts';
import { Flag, Id, Timestamp } from './primitives.ts';
import { isYear } from './screen-address.ts';

/** A year with fewer titles says too little. */
export const YEAR_TITLES_MIN = 3;

export const YearParam = param(
  z
    .string()
    .refine(isYear)
    .transform(Number)
    .register(described, { type: 'integer', minimum: 1900, maximum: 2099 }),
  'The year, by the days of the caller’s time zone.',
  2026,
);

export const YearQuery = z.object({
  picture: param(Flag.optional(), 'false leaves the picture out, for a reply of a few kB.', false),
});

const YearTitle = z.object({
  id: Id,
  title: z.string(),
  release_year: z.int().nullable(),
  poster_url: z.string(),
});
export type YearTitle = z.infer<typeof YearTitle>;

const Dated = YearTitle.extend({ day: z.iso.date() });

/** What the caller saw or rated in a year. Titles count once; what is counted begins with the highest count. */
export const Year = z.object({
  year: z.int(),
  titles: z.int(),
  movies: z.int(),
  series: z.int(),
  /** Of movies and episodes whose day and length are known. A movie that was only rated counts on the day of its rating. */
  minutes: z.int(),
  rated: z.int(),
  countries: z.array(z.object({ code: z.string(), name: z.string(), count: z.int() })),
  decades: z.array(z.object({ decade: z.int(), count: z.int() })),
  genres: z.array(z.object({ name: z.string(), count: z.int() })),
  /** The highest ratings of 8 or more, at most four. */
  loved: z.array(YearTitle.extend({ rating: z.int() })),
  /** The months in which something was seen or rated, from 1 for January on. */
  months: z.array(z.object({ month: z.int(), titles: z.int(), minutes: z.int(), rated: z.int() })),
  first: Dated,
  last: Dated,
  /** The day with the most minutes. Null where no length of a day is known. */
  longest_evening: z.object({ day: z.iso.date(), minutes: z.int(), titles: z.array(YearTitle) }).nullable(),
  /** Genres that were a larger part of this year than of all before, in per cent, at most three. */
  grew: z.array(z.object({ name: z.string(), share: z.int(), before: z.int() })),
});
export type Year = z.infer<typeof Year>;

export const YearReply = z.object({
  /** Null for fewer than three titles. */
  year: Year.extend({
    /** 1080 by 1920 pixels, as a data URL of a JPEG. Null where the query leaves it out. */
    picture: z.string().nullable(),
  }).nullable(),
  /** The public link, which shows the poster of the year as it was when the link was made. Null when there is none. */
  link: z.object({ url: z.string(), created_at: Timestamp }).nullable(),
});
export type YearReply = z.infer<typeof YearReply>;
