import { type ComponentProps, useId } from 'react';
import { cx } from '#src/lib/screen/class-names.ts';
import css from './select.module.css';

interface Choice<V extends string> {
  value: V;
  label: string;
}

/** A labeled native select. `labelHidden` shows the label to screen readers only. */
export function Select<V extends string>({
  label,
  labelHidden = false,
  stacked = false,
  choices,
  value,
  onChange,
  ...rest
}: {
  label: string;
  labelHidden?: boolean;
  stacked?: boolean;
  choices: readonly Choice<V>[];
  value: V;
  onChange: (value: V) => void;
} & Omit<ComponentProps<'select'>, 'value' | 'onChange'>) {
  const id = useId();
  return (
    <div className={stacked ? css.stacked : css.select}>
      <label htmlFor={id} className={cx(labelHidden ? 'visually-hidden' : css.label)}>
        {label}
      </label>
      <div className={css.box}>
        <select
          {...rest}
          id={id}
          className={css.control}
          value={value}
          onChange={(event) => {
            const chosen = choices.find((choice) => choice.value === event.target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
