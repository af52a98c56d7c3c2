// Which offers are included, new and leaving. Rows ask the catalogue in memory, mails ask the database
// (own-offers.repository.ts); own-offers.int.test.ts compares the answers.

/** The kinds of offers that cost nothing beyond the subscription of the provider. */
export const INCLUDED_KINDS: readonly string[] = ['subscription', 'free'];

/**
 * An included offer that appears within this time after the first included offer of its provider in the country
 * is stock of a new provider, not a new offer.
 */
export const STOCK_DAYS = 1;

/** How far the rows of Discover look ahead and back, in days. */
export const ROW_DAYS = { leaving: 30, arrived: 30 } as const;

/** How far the weekly mails look ahead and back, in days. A mail names what is urgent, and nothing twice. */
export const MAIL_DAYS = { leaving: 14, arrived: 7 } as const;
