import { LIKELIHOOD_BANDS } from '@marquee/contracts/constants';
import { cx } from '#src/lib/class-names.ts';
import css from './likelihood.module.css';

type Band = 'low' | 'mid' | 'high';

const words: Record<Band, string> = { low: 'Not for you', mid: 'Worth a look', high: 'For you' };

/** Under 4 red, under 8 yellow, else green (specification section 9). */
export function bandOf(likelihood: number): Band {
  if (likelihood < LIKELIHOOD_BANDS.low) return 'low';
  return likelihood < LIKELIHOOD_BANDS.high ? 'mid' : 'high';
}

/** The predicted rating, 0–10, in colour, shape and words. Nothing when there is no prediction. */
export function Likelihood({ value, short = false }: { value: number | null; short?: boolean }) {
  if (value === null) return null;
  const band = bandOf(value);
  return (
    <span className={cx(css.badge, css[band])}>
      <span className={css.mark} aria-hidden="true" />
      <span className="visually-hidden">Likelihood: </span>
      <span className={css.number}>{value.toFixed(1)}</span>
      <span className={short ? 'visually-hidden' : css.words}>{words[band]}</span>
    </span>
  );
}
