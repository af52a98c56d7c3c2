import { z } from 'zod';
import { param } from './described.ts';
import { Id, Timestamp } from './primitives.ts';

const PosterTitle = z.object({ id: Id, title: z.string(), release_year: z.int().nullable() });

/** What the picture of a taste says, in words. */
export const TastePoster = z.object({
  /** The display name of the member whose taste it is. */
  name: z.string(),
  /** The year that the poster looks back at. Null for the poster of a taste. */
  of_year: z.int().nullable(),
  /** The names of groups of taste, at most three; of a year its figures in words. */
  groups: z.array(z.string()),
  /** The year in which `loved` was rated. Null when too little was rated in this year. */
  year: z.int().nullable(),
  loved: z.array(PosterTitle),
  /** Titles that were rated well above what the other ratings lead to expect. */
  surprising: z.array(PosterTitle),
});
export type TastePoster = z.infer<typeof TastePoster>;

/** The secret in the public address of a poster: 256 random bits. */
export const PosterCode = param(
  z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  'The secret in the public address of the poster.',
  'u3Jq0Q2yq1o8oS5mYc6Yt9Zl7x4b0vWn2kRfEhTgD1A',
);

export const TastePosterReply = z.object({
  /** Null before there is something to show. */
  poster: TastePoster.extend({
    /** 1080 by 1350 pixels, as a data URL of a JPEG. */
    picture: z.string(),
  }).nullable(),
  /** The public link, which shows the poster as it was when the link was made. Null when there is none. */
  link: z.object({ url: z.string(), created_at: Timestamp }).nullable(),
});
export type TastePosterReply = z.infer<typeof TastePosterReply>;

export const PosterLinkReply = z.object({ url: z.string() });
export const SharedPosterReply = z.object({
  poster: TastePoster.extend({ picture_url: z.string() }),
});
export type SharedPosterReply = z.infer<typeof SharedPosterReply>;
