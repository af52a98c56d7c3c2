// Which offers are included, new and leaving. Rows and news ask the catalogue in memory. A mail asks the database
// again before it is sent (own-offers.repository.ts); own-offers.int.test.ts compares the answers.

import type { WrongOfferKind } from '@marquee/contracts';

/** The kinds of offers that cost nothing beyond the subscription of the provider. */
export const INCLUDED_KINDS: readonly string[] = ['subscription', 'free'];

/** A report of this kind withholds the offer from the user who reported it. Wrong prices and links stay. */
export const WITHHELD_KIND = 'gone' satisfies WrongOfferKind;

/**
 * An included offer that appears within this time after the first included offer of its provider in the country
 * is stock of a new provider, not a new offer.
 */
export const STOCK_DAYS = 1;

/** How far the rows of Discover look ahead and back, in days. */
export const ROW_DAYS = { leaving: 30, arrived: 30 } as const;

/** How far news look ahead and back, in days. */
export const NEWS_DAYS = { leaving: 14, arrived: 30 } as const;

/** How long it is remembered which news a mail named, in days. News are gone before, so no mail repeats them. */
export const MAILED_DAYS = 60;
