import { type ReactNode, useId } from 'react';
import { cx } from '#src/lib/screen/class-names.ts';
import css from './choice.module.css';

/** A radio group that shows all options. `label` names the group. */
export function Choice<V extends string | number>({
  label,
  choices,
  value,
  columns,
  onChange,
}: {
  label: string;
  choices: readonly { value: V; label: ReactNode }[];
  /** The chosen option. The value is null until an option is chosen. */
  value: V | null;
  /** So many columns instead of one line. */
  columns?: 1 | 2;
  onChange: (value: V) => void;
}) {
  const name = useId();
  return (
    <fieldset className={cx(css.choice, columns && css.columns, columns === 2 && css.two)}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={css.option}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
