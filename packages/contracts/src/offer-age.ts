/** An offer that was last seen before this day has probably ended, as services change their stock within a year or two. */
export const LONG_AGO = '2024-01-01';
/**
 * An old sighting counts as the user's own only on a service that has no newer list in that country. A few newer offers
 * make no list: one in this many of all offers of the service must be newer.
 */
export const NEWER_ONE_IN = 20;

const LONG_AGO_MS = Date.parse(LONG_AGO);

/** Returns whether an offer with this time of its last check, an ISO date or timestamp, was last seen long ago. */
export const isLongAgo = (checkedAt: string): boolean => Date.parse(checkedAt) < LONG_AGO_MS;

/** Returns whether a service with so many offers in a country, so many of them newer, has a newer list there. */
export const hasNewerList = (newer: number, all: number): boolean => newer * NEWER_ONE_IN >= all && newer > 0;
