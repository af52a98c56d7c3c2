import { randomInt } from 'node:crypto';
import { isUniqueViolation } from '#src/data/database.ts';

/** Characters that look alike are left out: i, l and 1, o and 0. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 13;
const SHORT_LENGTH = 6;
/** Number of short codes to try. A few thousand of the 887 million codes are in use. */
const ATTEMPTS = 3;

const draw = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Returns the secret of a round's address, of 64 bits. */
export const newCode = (): string => draw(LENGTH);

/** Returns a code to type. It has only 30 bits, so people who join with it wait for the host. */
const newShortCode = (): string => draw(SHORT_LENGTH).toUpperCase();

/** Calls `store` with a new short code. Tries again with another code when an open round has the same one. */
export async function withShortCode<T>(
  store: (shortCode: string) => Promise<T>,
  draw: () => string = newShortCode,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await store(draw());
    } catch (error) {
      if (attempt === ATTEMPTS || !isUniqueViolation(error, 'short_code')) throw error;
    }
  }
}
