import { CAPS, IMPORT_ROWS_MAX } from '@marquee/contracts';
import { AppError } from '#src/core/errors.ts';

const number = (value: number): string => value.toLocaleString('en');

/** Error messages by the SQLSTATE that the trigger of a cap raises (docs/adr/0020-enforce-caps-in-triggers.md). */
const SENTENCES = {
  MQ001: `You can have at most ${number(CAPS.customLists)} lists. Delete a list to make another.`,
  MQ002: `A list can hold at most ${number(CAPS.titlesPerList)} titles. Remove a title to add another.`,
  MQ003: `Your lists together can hold at most ${number(CAPS.listEntries)} titles. Remove some to add others.`,
  MQ004: `A list can have at most ${number(CAPS.membersPerList)} members.`,
  MQ006: `Your imports together can hold at most ${number(IMPORT_ROWS_MAX)} entries. Undo an import to make room, or wait: an import counts for 30 days.`,
  MQ007: `You can ask for at most ${number(CAPS.wishes)} titles. Take one back to ask for another.`,
  MQ008: `You can have at most ${number(CAPS.keys)} keys. Revoke one to make another.`,
  MQ009: `You can mark at most ${number(CAPS.episodes)} episodes as seen.`,
  MQ010: `You can mark at most ${number(CAPS.unknownEpisodes)} episodes that the catalogue does not know.`,
  MQ005: `A list can have at most ${number(CAPS.openInvitationsPerList)} open invitations. Wait for answers or withdraw some.`,
};

type Cap = keyof typeof SENTENCES;
const isCap = (state: string | undefined): state is Cap => state !== undefined && state in SENTENCES;

/** Returns the sentence of a cap, for work that checks the cap before it writes. */
export const capSentence = (cap: Cap): string => SENTENCES[cap];

/** Returns the AppError for a write that exceeded a cap, or null for every other error. */
export function toCapError(error: unknown): AppError | null {
  const state = /\bMQ0\d\d\b/.exec(`${String(error)} ${JSON.stringify(Object(error).meta ?? '')}`)?.[0];
  return isCap(state) ? new AppError('limit_reached', { message: SENTENCES[state], cause: error }) : null;
}
