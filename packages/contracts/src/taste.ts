import { z } from 'zod';
import { MESSAGES, TASTE_NAME_MAX } from './constants.ts';
import { MediumCard, ThemeGroup } from './media.ts';
import { Id, NameLine } from './primitives.ts';

/** The learned taste of the caller for one genre, decade or person (docs/recommender.md#learned-taste). */
const LearnedKind = z.object({
  /** The id of the genre or person, or the first year of the decade. */
  id: Id,
  name: z.string(),
  /** Points on the scale 0–10: how much more the prediction moved for these titles than for all titles. */
  effect: z.number(),
  /** How sure the model is, from 0 (no evidence) to 1. */
  certainty: z.number().min(0).max(1),
});
export type LearnedKind = z.infer<typeof LearnedKind>;

/** A theme, or a country by its code, as learned as a genre. */
const LearnedTheme = LearnedKind.omit({ id: true }).extend({ slug: z.string(), group: ThemeGroup });
export type LearnedTheme = z.infer<typeof LearnedTheme>;
const LearnedCountry = LearnedKind.omit({ id: true }).extend({ code: z.string() });
export type LearnedCountry = z.infer<typeof LearnedCountry>;

/** One of several tastes of the caller: titles that they chose and that resemble each other. */
const TasteGroup = z.object({
  /** The id of one of its titles. A taste that was renamed or dismissed keeps its id while it holds most of its titles. */
  id: Id,
  name: z.string(),
  /** Whether the caller said that it is not theirs. Its titles then count a quarter, and it has no row. */
  dismissed: z.boolean(),
  media: z.array(MediumCard).max(12),
});

/** What the caller says of one of their tastes. */
export const TasteGroupInput = z.object({
  /** Null brings back the name that its titles give it. */
  name: NameLine(TASTE_NAME_MAX, MESSAGES.tasteNameRequired).nullable().optional(),
  dismissed: z.boolean().optional(),
});
export type TasteGroupInput = z.infer<typeof TasteGroupInput>;

/** Each list begins with the highest effect. */
export const LearnedTaste = z.object({
  genres: z.array(LearnedKind),
  decades: z.array(LearnedKind),
  people: z.array(LearnedKind),
  themes: z.array(LearnedTheme),
  countries: z.array(LearnedCountry),
  /** Two or three tastes, that with the largest share of the recommendations first. Empty for one taste. */
  groups: z.array(TasteGroup).max(3),
});
export type LearnedTaste = z.infer<typeof LearnedTaste>;

/** Totals of the rating history. */
export const RatingTotals = z.object({
  ratings: z.int(),
  /** The mean rating, 0–10. The value is null without ratings. */
  average: z.number().nullable(),
  /** Number of ratings by year (UTC) of the rating, newest year first. */
  by_year: z.array(z.object({ year: z.int(), count: z.int() })),
  /** Number of ratings and mean rating (0–10) by genre, the most rated genre first. */
  by_genre: z.array(z.object({ id: Id, name: z.string(), count: z.int(), average: z.number() })),
  /** Number of ratings by tag, the most used tag first. */
  by_tag: z.array(z.object({ tag: z.string(), count: z.int() })),
});
export type RatingTotals = z.infer<typeof RatingTotals>;

export const TasteReply = z.object({ taste: LearnedTaste, totals: RatingTotals });
export type TasteReply = z.infer<typeof TasteReply>;
