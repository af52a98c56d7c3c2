import { MESSAGES, PASSWORD_MAX, PASSWORD_MAX_BYTES, PASSWORD_MIN } from '@marquee/contracts/constants';
import { opaqueString } from '@marquee/contracts/plain-text';

/*
 * Form rules that the browser checks before it sends a form. The schemas of @marquee/contracts have the same
 * rules, as a test checks, but would add zod to the bundle.
 */

/** Returns whether a new password is valid: 8 to 32 characters with a digit, at most 72 bytes. */
export function isValidPassword(password: string): boolean {
  const text = opaqueString(password);
  const { length } = [...text];
  return (
    length >= PASSWORD_MIN &&
    length <= PASSWORD_MAX &&
    /\d/.test(text) &&
    new TextEncoder().encode(text).length <= PASSWORD_MAX_BYTES
  );
}

/** Returns the error of a typed email address, or undefined. */
export function emailProblem(email: string, required: string = MESSAGES.emailRequired): string | undefined {
  const text = email.trim();
  if (text === '') return required;
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)
    ? undefined
    : required === MESSAGES.emailRequired
      ? MESSAGES.emailInvalid
      : required;
}

/** Returns a display name that says nothing about the visitor and is probably free. */
export const suggestName = (): string => `Moviegoer${1000 + Math.floor(9000 * Math.random())}`;
