import { LIKELIHOOD_BANDS } from '@marquee/contracts/constants';
import { cx } from '#src/lib/screen/class-names.ts';
import css from './likelihood.module.css';

type Band = 'low' | 'mid' | 'high';

/** Returns the band of a likelihood: docs/product.md#likelihood-bands. */
export function bandOf(likelihood: number): Band {
  if (likelihood < LIKELIHOOD_BANDS.low) return 'low';
  return likelihood < LIKELIHOOD_BANDS.high ? 'mid' : 'high';
}

/**
 * The likelihood (0–10) as a percentage with color and shape, or nothing for null. `sentence` also shows the
 * words that screen readers always read.
 */
export function Likelihood({ value, sentence = false }: { value: number | null; sentence?: boolean }) {
  if (value === null) return null;
  return (
    <span className={cx(css.badge, css[bandOf(value)])}>
      <span className={css.mark} aria-hidden="true" />
      <span className={css.number}>{Math.round(value * 10)} %</span>{' '}
      <span className={sentence ? css.words : 'visually-hidden'}>likely you’ll like it</span>
    </span>
  );
}
