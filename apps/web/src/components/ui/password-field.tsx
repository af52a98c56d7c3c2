import { MESSAGES, PASSWORD_MAX } from '@marquee/contracts/constants';
import * as texts from '@marquee/contracts/texts';
import { type ClipboardEvent, useState } from 'react';
import { isValidPassword } from '#src/lib/forms/rules.ts';
import { Field } from './field.tsx';

interface NewPassword {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

/** Returns the value that the field would have after pasting. */
function pasted({ currentTarget, clipboardData }: ClipboardEvent<HTMLInputElement>): string {
  const { value, selectionStart, selectionEnd } = currentTarget;
  const from = selectionStart ?? value.length;
  return value.slice(0, from) + clipboardData.getData('text') + value.slice(selectionEnd ?? from);
}

/**
 * A field for a new password. A browser cuts a longer paste to `maxLength` without a word, and nobody could sign in with
 * the password that was copied. So such a paste changes nothing, and the limit is named, as it is for a longer value that a
 * password manager fills in.
 */
export function NewPasswordField({
  value,
  onChange,
  error,
  ...field
}: NewPassword & Omit<Parameters<typeof Field>[0], 'onChange' | 'value' | 'error'>) {
  const [refused, setRefused] = useState(false);
  const tooLong = refused || value.length > PASSWORD_MAX;
  return (
    <Field
      {...field}
      type="password"
      autoComplete="new-password"
      maxLength={PASSWORD_MAX}
      value={value}
      error={tooLong ? MESSAGES.passwordLength : error}
      onPaste={(event) => {
        const isTooLong = pasted(event).length > PASSWORD_MAX;
        setRefused(isTooLong);
        if (isTooLong) event.preventDefault();
      }}
      onChange={(event) => {
        setRefused(false);
        onChange(event.target.value);
      }}
    />
  );
}

/** A new password with its hint: docs/product.md#sign-up. */
export function PasswordField({
  required,
  error,
  autoFocus = false,
  ...field
}: NewPassword & {
  /** Whether an empty field shows an error. */
  required: boolean;
  autoFocus?: boolean;
}) {
  return (
    <NewPasswordField
      {...field}
      name="password"
      autoFocus={autoFocus}
      hint={texts.passwordHint}
      hintTone={isValidPassword(field.value) ? 'good' : 'bad'}
      error={required && field.value === '' ? MESSAGES.passwordRequired : error}
    />
  );
}
