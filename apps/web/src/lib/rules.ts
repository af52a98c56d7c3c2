import { MESSAGES, PASSWORD_MAX, PASSWORD_MAX_BYTES, PASSWORD_MIN } from '@marquee/contracts/constants';

/*
 * The few rules a form tells before the server does. The schemas of @marquee/contracts hold them too, but would
 * bring zod into the page; a test keeps both in step.
 */

/** Whether a new password is acceptable: 8 to 32 characters with a digit, at most 72 bytes. */
export function isValidPassword(password: string): boolean {
  const { length } = [...password];
  return (
    length >= PASSWORD_MIN &&
    length <= PASSWORD_MAX &&
    /\d/.test(password) &&
    new TextEncoder().encode(password).length <= PASSWORD_MAX_BYTES
  );
}

/** What is wrong with a typed address, or undefined; whether it exists is the server's to say. */
export function emailProblem(email: string, required: string = MESSAGES.emailRequired): string | undefined {
  const text = email.trim();
  if (text === '') return required;
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)
    ? undefined
    : required === MESSAGES.emailRequired
      ? MESSAGES.emailInvalid
      : required;
}
