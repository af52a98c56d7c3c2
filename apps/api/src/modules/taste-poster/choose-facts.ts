import { RATINGS_FOR_PERCENT } from '@marquee/contracts';
import { LIKED, topK } from '@marquee/recommender';
import { readHead, readStory } from '#src/titles/cards/card-writer.ts';
import { learn } from '#src/titles/pages/taste.service.ts';
import { generatedName } from '#src/titles/users/named-tastes.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import type { PosterFacts } from './taste-poster.repository.ts';

const GROUPS = 3;
const LOVED = 4;
/** A year with fewer loved titles says too little, so the poster then shows those of all years. */
const LOVED_LEAST = 2;
const LOVED_FROM = 8;
const SURPRISING = 3;
/**
 * Only the titles that the model misjudges most are predicted without their own rating. Each costs a whole fold-in, and
 * a fold-in finds the tastes again, because without this rating they may be others. Twice as many as are shown are enough.
 */
const SURPRISING_COMPARED = 2 * SURPRISING;
/** A rating one star above what the other ratings lead to expect is a surprise. */
const SURPRISE = 2;

interface Rated {
  item: number;
  rating: number;
  at: Date;
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase('en') + text.slice(1);

/**
 * Returns the names of the member's tastes. Of one taste, themes say what it is, and genres where these are few. A name
 * that the member gave is private, so the poster has the generated one.
 */
function groupNames(taste: Taste): string[] {
  const own = taste.named.filter(({ dismissed }) => !dismissed);
  if (own.length > 0) return own.map((one) => generatedName(taste, one));
  const { themes, genres } = learn(taste);
  // As on the page of the taste: what says most comes first, and each name once.
  const liked = [...themes, ...genres]
    .filter(({ effect }) => effect > 0)
    .sort((a, b) => b.effect - a.effect)
    .filter(({ name }, at, sorted) => sorted.findIndex((other) => isSame(other.name, name)) === at);
  return liked.slice(0, GROUPS).map(({ name }) => capital(name));
}

/** Returns the rating (0–10) that the model expects of the title from all other ratings of the member. */
function expectedWithout(taste: Taste, left: number): number {
  const { model } = taste.snapshot;
  const others = [...taste.ratings].filter(([item]) => item !== left);
  const factors = model.foldIn({
    rated: others.map(([item]) => item),
    ratings: others.map(([, rating]) => rating),
    hidden: [],
    listed: [],
    genres: taste.genres,
  });
  return model.predictRating(factors, left).mean;
}

/** Whether a title is about what a headline names, so that a reader of the headline would not be surprised. */
function isExpected({ snapshot: { data } }: Taste, item: number, headlines: readonly string[]): boolean {
  const names = [...readHead(data, item).genres, ...readStory(data, item).themes.map(({ label }) => label)];
  return names.some((name) => headlines.some((headline) => isSame(headline, name)));
}

/** Returns the titles that were rated well above what the other ratings lead to expect, the largest surprise first. */
function surprisesOf(taste: Taste, rated: readonly Rated[], headlines: readonly string[]): number[] {
  // Few ratings lead to expect nothing.
  if (rated.length < RATINGS_FOR_PERCENT) return [];
  const liked = rated.filter(({ item, rating }) => rating >= LIKED && !isExpected(taste, item, headlines));
  const items = liked.map(({ item }) => item);
  const { mean } = taste.snapshot.model.predictRatings(taste.factors, items);
  const above = topK(
    liked.map(({ rating }, at) => rating - (mean[at] ?? rating)),
    SURPRISING_COMPARED,
  );
  return Array.from(above, (at) => liked[at])
    .filter((own) => own !== undefined)
    .map(({ item, rating }) => ({ item, surprise: rating - expectedWithout(taste, item) }))
    .filter(({ surprise }) => surprise >= SURPRISE)
    .sort((a, b) => b.surprise - a.surprise)
    .slice(0, SURPRISING)
    .map(({ item }) => item);
}

/**
 * Chooses what the poster of a taste shows, or returns null when the member has rated nothing that could be on it.
 * @param rows the member's ratings, with the medium ids.
 */
export function chooseFacts(
  taste: Taste,
  rows: readonly { mediumId: number; rating: number; updatedAt: Date }[],
  now: Date,
): PosterFacts | null {
  const { indexOf, data } = taste.snapshot;
  const rated = rows
    .map(({ mediumId, rating, updatedAt }) => ({ item: indexOf(mediumId), rating, at: updatedAt }))
    .filter(({ item }) => item >= 0 && !taste.hiddenItems.has(item));
  const loved = rated
    .filter(({ rating }) => rating >= LOVED_FROM)
    .sort((a, b) => b.rating - a.rating || b.at.getTime() - a.at.getTime());
  if (loved.length === 0) return null;
  const groups = groupNames(taste);
  const surprises = surprisesOf(taste, rated, groups);
  // No title is on the poster twice.
  const expected = loved.filter(({ item }) => !surprises.includes(item));
  const year = now.getUTCFullYear();
  const ofYear = expected.filter(({ at }) => at.getUTCFullYear() === year);
  const isOfYear = ofYear.length >= LOVED_LEAST;
  const shown = (isOfYear ? ofYear : expected).slice(0, LOVED).map(({ item }) => item);
  const idsOf = (items: readonly number[]): number[] => items.map((item) => data.ids[item] ?? 0);
  return {
    groups,
    year: isOfYear ? year : null,
    loved: idsOf(shown),
    surprising: idsOf(surprises),
  };
}
