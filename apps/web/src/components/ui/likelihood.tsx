import { LIKELIHOOD_BANDS, SURE_FROM } from '@marquee/contracts/constants';
import { cx } from '#src/lib/screen/class-names.ts';
import css from './likelihood.module.css';

type Band = 'low' | 'mid' | 'high';

/** Returns the band of a likelihood: docs/product.md#likelihood-bands. */
export function bandOf(likelihood: number): Band {
  if (likelihood < LIKELIHOOD_BANDS.low) return 'low';
  return likelihood < LIKELIHOOD_BANDS.high ? 'mid' : 'high';
}

const WORDS: Record<Band, string> = { low: 'Probably not', mid: 'A gamble', high: 'Likely' };

/**
 * The likelihood (0–10) in words with color and shape, or nothing for null.
 * @param percent adds the percentage, which is too exact after a few ratings (`RATINGS_FOR_PERCENT`).
 */
export function Likelihood({ value, percent }: { value: number | null; percent: boolean }) {
  if (value === null) return null;
  return (
    <span className={cx(css.badge, css[bandOf(value)])}>
      <span className={css.mark} aria-hidden="true" />
      <span>
        <span className="visually-hidden">Your match: </span>
        {value >= SURE_FROM ? 'A sure thing' : WORDS[bandOf(value)]}
      </span>
      {percent && <span className={css.number}>{Math.round(value * 10)} %</span>}
    </span>
  );
}
