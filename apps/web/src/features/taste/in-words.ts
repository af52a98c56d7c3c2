import type { LearnedKind, TasteReply } from '@marquee/contracts';
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

/** Says in one line what was learnt: `510 ratings. Drama +0.8, the 1960s +0.6.` Returns null before anything was. */
export function learnedInWords({ taste, totals }: TasteReply): string | null {
  if (totals.ratings === 0) return null;
  const decades = taste.decades.map((decade) => ({ ...decade, name: `the ${decade.name}` }));
  const strongest = [...taste.genres, ...decades, ...taste.people]
    .filter(({ effect }: LearnedKind) => isVisible(effect))
    .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
    .slice(0, NAMED)
    .map(({ name, effect }) => `${name} ${effectInStars(effect)}`);
  const ratings = `${totals.ratings.toLocaleString('en-US')} ${totals.ratings === 1 ? 'rating' : 'ratings'}.`;
  return strongest.length > 0 ? `${ratings} ${strongest.join(', ')}.` : ratings;
}
