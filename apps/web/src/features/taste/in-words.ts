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
