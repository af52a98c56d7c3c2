import { fieldError } from '#src/core/errors.ts';

const PLACEHOLDER = /([?&])[^=&#]*=\{CHECKOUT_SESSION_ID\}(&?)/;

/** Returns the address for a payment without Checkout, in which nothing fills in the placeholder of the session. */
export const withoutSession = (url: string): string =>
  url.replace(PLACEHOLDER, (_, before: string, after: string) => (after === '' ? '' : before));

/**
 * Returns the given address unchanged, because `{CHECKOUT_SESSION_ID}` must not be encoded.
 * @throws AppError invalid when the address is not on one of the web origins.
 */
export function requireWebUrl(
  field: string,
  given: string | undefined,
  webOrigins: readonly string[],
  fallback: string,
): string {
  if (given === undefined) return fallback;
  // Compare as text, because Stripe and browsers parse unusual addresses differently.
  const isOurs = webOrigins.some(
    (origin) => given === origin || (/^[/?#]/.test(given.slice(origin.length)) && given.startsWith(origin)),
  );
  if (!isOurs || !URL.canParse(given) || /\p{Cc}/u.test(given))
    throw fieldError(field, 'This address is not part of this site.');
  return given;
}
