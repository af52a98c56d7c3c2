import {
  DISPLAY_NAME_MAX,
  DISPLAY_NAME_MIN,
  MESSAGES,
  PASSWORD_MAX,
  PASSWORD_MAX_BYTES,
  PASSWORD_MIN,
} from '@marquee/contracts/constants';
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

/** Returns a display name for the owner of the email address, or an empty text where its letters and digits give none. */
export function nameFromEmail(email: string): string {
  const [local = ''] = email.split(/[@+]/);
  const name = local.replace(/[^a-z0-9]/gi, '').slice(0, DISPLAY_NAME_MAX);
  return name.length >= DISPLAY_NAME_MIN && /[a-z]/i.test(name) ? name : '';
}
