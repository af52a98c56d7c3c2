import type { LearnedTaste, Medium, MediumCard } from '@marquee/contracts';
import { isVisible } from '#src/features/titles/visible-effect.ts';

/** Limits of the certainty. Below `UNSURE` the screen shows "unsure", and below `SURE` it shows "fairly sure". */
const UNSURE = 0.3;
const SURE = 0.6;

export function certaintyInWords(certainty: number): 'unsure' | 'fairly sure' | 'sure' {
  if (certainty < UNSURE) return 'unsure';
  return certainty < SURE ? 'fairly sure' : 'sure';
}

/** Formats an effect in stars: `1.4` points → `+0.7`. */
export function effectInStars(effect: number): string {
  if (!isVisible(effect)) return '0.0';
  return `${effect > 0 ? '+' : '−'}${(Math.abs(effect) / 2).toFixed(1)}`;
}

/** Number of genres, decades and people that a sentence names. */
const NAMED = 3;

type Rated = Pick<MediumCard, 'genres' | 'release_year'> & Partial<Pick<Medium, 'directors' | 'cast'>>;

/**
 * Says what these rated titles taught: `9 ratings: more of the 1950s, of Andrei Tarkovsky`. Names nothing that they do not
 * have, although the taste comes from all ratings. Returns null without a rating.
 */
export function learnedInWords(
  { genres, decades, people }: LearnedTaste,
  { media, ratings }: { media: readonly Rated[]; ratings: number },
): string | null {
  if (ratings === 0) return null;
  const isAny = (is: (medium: Rated) => boolean) => media.some(is);
  const learned = [
    ...genres.filter(({ name }) => isAny((medium) => medium.genres.includes(name))),
    ...decades
      .filter(({ id }) => isAny(({ release_year: year }) => year !== null && year - (year % 10) === id))
      .map((decade) => ({ ...decade, name: `the ${decade.name}` })),
    ...people.filter(({ id }) =>
      isAny(({ directors = [], cast = [] }) =>
        [...directors, ...cast].some(({ person_id }) => person_id === id),
      ),
    ),
  ]
    .filter(({ effect }) => isVisible(effect))
    .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
    .slice(0, NAMED);
  const list = (word: string, isMeant: (effect: number) => boolean) => {
    const names = learned.filter(({ effect }) => isMeant(effect)).map(({ name }) => `of ${name}`);
    return names.length > 0 ? [`${word} ${names.join(', ')}`] : [];
  };
  const said = [...list('more', (effect) => effect > 0), ...list('less', (effect) => effect < 0)].join('; ');
  const counted = `${ratings.toLocaleString('en-US')} ${ratings === 1 ? 'rating' : 'ratings'}`;
  return said === '' ? `${counted}.` : `${counted}: ${said}.`;
}
