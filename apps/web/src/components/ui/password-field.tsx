import { MESSAGES, PASSWORD_MAX } from '@marquee/contracts/constants';
import * as texts from '@marquee/contracts/texts';
import { isValidPassword } from '#src/lib/forms/rules.ts';
import { Field } from './field.tsx';

/** A new password with its hint: docs/product.md#sign-up. */
export function PasswordField({
  label,
  value,
  onChange,
  required,
  error,
  autoFocus = false,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Whether an empty field shows an error. */
  required: boolean;
  error?: string | undefined;
  autoFocus?: boolean;
}) {
  return (
    <Field
      label={label}
      type="password"
      name="password"
      autoComplete="new-password"
      autoFocus={autoFocus}
      maxLength={PASSWORD_MAX}
      value={value}
      hint={texts.passwordHint}
      hintTone={isValidPassword(value) ? 'good' : 'bad'}
      error={required && value === '' ? MESSAGES.passwordRequired : error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
