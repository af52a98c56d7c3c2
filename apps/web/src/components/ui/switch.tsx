import type { ComponentProps, ReactNode } from 'react';
import css from './switch.module.css';

/** An on/off setting that takes effect immediately. */
export function Switch({
  label,
  checked,
  onChange,
  ...rest
}: {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
} & Omit<ComponentProps<'input'>, 'checked' | 'onChange' | 'type' | 'role'>) {
  return (
    <label className={css.switch}>
      <input
        {...rest}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
