import { starsInWords } from '@marquee/contracts/in-words';
import { useId, useRef, useState } from 'react';
import { cx } from '#src/lib/screen/class-names.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import css from './stars.module.css';

const halves = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/**
 * The rating control: a radio group of ten half stars and a clear button. Without `onClear` there is no clear
 * button. Where half a star would be narrower than a finger, `compact` makes a target of each whole star, and a second
 * press takes half of it off. The keyboard reaches every half in both.
 */
export function Stars({
  label,
  value,
  onChange,
  onClear,
  compact = false,
  firstFocus = false,
}: {
  label: string;
  /** From 0 to 10, or null when unrated. */
  value: number | null;
  onChange: (rating: number) => void;
  onClear?: () => void;
  compact?: boolean;
  /**
   * Whether a dialog focuses this control first: the star of the rating, or without a rating the first half
   * star.
   */
  firstFocus?: boolean;
}) {
  const name = useId();
  const [pointed, setPointed] = useState<number | null>(null);
  /** The checked star that a pointer is pressing. The checked radio sends no change, and keys must not take half off. */
  const pressed = useRef<number | null>(null);
  const shown = pointed ?? value ?? 0;
  return (
    <div className={css.stars}>
      <fieldset className={cx(css.scale, compact && css.whole)} onPointerLeave={() => setPointed(null)}>
        <legend className="visually-hidden">{label}</legend>
        {halves.map((half) => (
          <label
            key={half}
            className={cx(css.half, half % 2 === 0 && css.right, half <= shown && css.lit)}
            onPointerDown={() => {
              pressed.current = value;
            }}
            onPointerEnter={(event) => event.pointerType === 'mouse' && setPointed(half)}
          >
            <input
              type="radio"
              name={name}
              value={half}
              checked={value === half}
              onChange={() => onChange(half)}
              onClick={() => {
                if (compact && pressed.current === half) onChange(half - 1);
                pressed.current = null;
                // Another title may take this place under a pointer that stays, and its stars were not pointed at.
                setPointed(null);
              }}
              aria-label={starsInWords(half)}
              data-first-focus={(firstFocus && half === (value || 1)) || undefined}
            />
            <Icon name="star" filled={half <= shown} />
          </label>
        ))}
      </fieldset>
      <span className={css.value} aria-hidden="true">
        {shown > 0 || value !== null ? starsInWords(shown) : 'Not rated'}
      </span>
      {onClear && value !== null && (
        <Button variant="plain" className={css.clear} onClick={onClear}>
          Clear rating
        </Button>
      )}
    </div>
  );
}

const whole = [1, 2, 3, 4, 5] as const;

/** A rating as five stars with halves. */
export function StarsShown({ rating }: { rating: number }) {
  const stars = (filled: boolean) =>
    whole.map((star) => <Icon key={star} name="star" size={20} filled={filled} />);
  return (
    <span className={css.shown}>
      <span className="visually-hidden">Your rating: {starsInWords(rating)}</span>
      <span className={css.five} aria-hidden="true">
        {stars(false)}
      </span>
      <span className={cx(css.five, css.given)} style={{ width: `${rating * 10}%` }} aria-hidden="true">
        {stars(true)}
      </span>
    </span>
  );
}

/** A rating as text on cards: one star and the number floor(rating / 2). */
export function StarsValue({ rating, size = 16 }: { rating: number; size?: number }) {
  return (
    <span className={css.small}>
      <Icon name="star" size={size} filled />
      <span className="visually-hidden">Your rating: </span>
      {Math.floor(rating / 2)}
    </span>
  );
}
