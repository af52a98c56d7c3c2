import { CAPS } from '@marquee/contracts';
import { AppError } from '#src/core/errors.ts';

const number = (value: number): string => value.toLocaleString('en');

/**
 * Error messages by the SQLSTATE that the trigger of a cap raises
 * (prisma/migrations/20261122060000_proven_addresses).
 */
const SENTENCES: Record<string, string> = {
  MQ001: `You can have at most ${number(CAPS.customLists)} lists. Delete a list to make another.`,
  MQ002: `A list can hold at most ${number(CAPS.titlesPerList)} titles. Remove a title to add another.`,
  MQ003: `Your lists together can hold at most ${number(CAPS.listEntries)} titles. Remove some to add others.`,
  MQ004: `A list can have at most ${number(CAPS.membersPerList)} members.`,
  MQ005: `A list can have at most ${number(CAPS.openInvitationsPerList)} open invitations. Wait for answers or withdraw some.`,
};

/** Returns the AppError for a write that exceeded a cap, or null for every other error. */
export function toCapError(error: unknown): AppError | null {
  const state = /\bMQ00\d\b/.exec(`${String(error)} ${JSON.stringify(Object(error).meta ?? '')}`)?.[0];
  const message = state && SENTENCES[state];
  return message ? new AppError('limit_reached', { message, cause: error }) : null;
}
