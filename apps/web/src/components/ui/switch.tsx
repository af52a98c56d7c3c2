import type { ComponentProps, ReactNode } from 'react';
import css from './switch.module.css';

/** A native check box tells its state, which `aria-checked`, as other elements of this role need it, may not repeat. */
const SWITCH = { role: 'switch' };

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
        {...SWITCH}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
