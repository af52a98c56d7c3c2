import { MESSAGES } from '@marquee/contracts';
import { fieldError } from '#src/core/errors.ts';

const PRODUCT = 'marquee';

const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

/** Returns the names that are in the texts: an address has the part before its domain. */
const namesOf = (texts: readonly (string | null)[]): string[] =>
  texts.map((text) => lettersOf(text?.split('@')[0] ?? '')).filter((name) => name.length > 2);

/**
 * Refuses a password whose letters are only the product's name or the member's own, because whoever guesses begins with
 * these.
 * @param texts display name, email address, first and last name.
 * @throws AppError `invalid`.
 */
export function refuseOwnNames(password: string, texts: readonly (string | null)[]): void {
  let rest = lettersOf(password);
  for (const name of [PRODUCT, ...namesOf(texts)].sort((a, b) => b.length - a.length))
    rest = rest.replaceAll(name, '');
  if (rest === '' && lettersOf(password) !== '') throw fieldError('password', MESSAGES.passwordOwnName);
}
