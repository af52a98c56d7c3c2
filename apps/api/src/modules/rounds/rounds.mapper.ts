import {
  BANDS_FROM_PEOPLE,
  type InvitedRound,
  Mood,
  ROUND_GUEST_HOURS,
  ROUND_WAITING_SECONDS,
  type RoundMember,
  type RoundPreview,
  type RoundState,
  type RoundSummary,
  SHORT_CODE_MINUTES,
  type Vote,
} from '@marquee/contracts';
import type { MemberRow, RoundRow, VoteRow, WaitingRow } from './rounds.repository.ts';

const MINUTE_MS = 60_000;

/** Who calls: a user, or a guest by the id of the membership. */
export type RoundCaller = { userId: number } | { guestId: number };

/** Returns whether the round has ended, by its state or by its time. */
export const hasEnded = ({ state, expiresAt }: Pick<RoundRow, 'state' | 'expiresAt'>): boolean =>
  state === 'ended' || expiresAt.getTime() <= Date.now();

export const stateOf = (row: RoundRow): RoundState => (hasEnded(row) ? 'ended' : row.state);

/** Returns until when guests find the round. A round without an end of its own ends by its time. */
export const guestsLeaveAt = ({ endedAt, expiresAt }: Pick<RoundRow, 'endedAt' | 'expiresAt'>): Date =>
  new Date((endedAt ?? expiresAt).getTime() + ROUND_GUEST_HOURS * 60 * MINUTE_MS);

/** Returns whether guests find the round no more. */
export const isPast = (row: RoundRow): boolean => guestsLeaveAt(row).getTime() <= Date.now();

/** Returns those who are in the round. */
export const presentIn = (row: RoundRow): MemberRow[] =>
  isPast(row) ? row.members.filter(({ userId }) => userId !== null) : row.members;

/** Returns until when a waiting person must have asked last to have gone away. */
export const goneBefore = (): Date => new Date(Date.now() - ROUND_WAITING_SECONDS * 1_000);

/** Returns whether the person stopped asking without an answer. */
export const hasGone = ({ askedAt }: Pick<WaitingRow, 'askedAt'>): boolean => askedAt <= goneBefore();

/** Returns those who wait now. */
export const waitingIn = (row: RoundRow): WaitingRow[] => row.waiting.filter((waiting) => !hasGone(waiting));

/** Returns the short code while people may join by it. */
export const shortCodeOf = (row: RoundRow): string | null =>
  row.state === 'open' &&
  !hasEnded(row) &&
  row.createdAt.getTime() + SHORT_CODE_MINUTES * MINUTE_MS > Date.now()
    ? row.shortCode
    : null;

export const memberOf = (row: RoundRow, caller: RoundCaller): MemberRow | null =>
  presentIn(row).find((member) =>
    'userId' in caller
      ? member.userId === caller.userId
      : member.userId === null && member.id === caller.guestId,
  ) ?? null;

export const nameOf = ({ user, guestName }: Pick<MemberRow, 'user' | 'guestName'>): string =>
  user?.displayName ?? guestName ?? '';
const hostOf = (row: RoundRow): MemberRow | null => row.members.find(({ isHost }) => isHost) ?? null;

/** Returns null when the host has left. */
export function hostNameOf(row: RoundRow): string | null {
  const host = hostOf(row);
  return host && nameOf(host);
}

const moodOf = ({ mood }: RoundRow): Mood | null => (mood === null ? null : Mood.parse(mood));

const mapMember = (member: MemberRow): RoundMember => ({
  id: member.id,
  name: nameOf(member),
  guest: member.userId === null,
  ready: member.ready,
  show_match: member.showMatch,
});

const mapWaiting = (waiting: WaitingRow): { id: number; name: string } => ({
  id: waiting.id,
  name: nameOf(waiting),
});

/** Returns null when the host has left. */
export function mapPreview(row: RoundRow): RoundPreview | null {
  const host_name = hostNameOf(row);
  if (host_name === null) return null;
  return {
    host_name,
    mode: row.mode,
    state: stateOf(row),
    people: presentIn(row).length,
    minutes: row.minutes,
    mood: moodOf(row),
  };
}

export function mapInvited(row: RoundRow): InvitedRound {
  return {
    id: row.id,
    code: row.code,
    host_name: hostNameOf(row),
    mode: row.mode,
    state: stateOf(row),
    expires_at: row.expiresAt.toISOString(),
    invited: true,
  };
}

export function mapSummary(row: RoundRow, me: MemberRow): RoundSummary {
  return {
    id: row.id,
    code: row.code,
    short_code: shortCodeOf(row),
    host: hostOf(row)?.id ?? null,
    host_name: hostNameOf(row),
    mode: row.mode,
    state: stateOf(row),
    version: row.version,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    minutes: row.minutes,
    mood: moodOf(row),
    max_age_rating: row.maxAgeRating,
    me: me.id,
    members: presentIn(row).map(mapMember),
    waiting: me.isHost && row.state === 'open' && !hasEnded(row) ? waitingIn(row).map(mapWaiting) : [],
    winner: row.winnerId,
    winner_title: row.winner?.title ?? null,
  };
}

/** The fields of one title of the round that differ between titles, for one caller. */
interface TitleFields {
  group_vote: { mine: Vote | null; yes: number };
  bands?: { member_id: number; from: number }[];
  answered?: number[];
}

/** Returns the fields of a title: votes, and from three people on who has answered, and the bands of those who show theirs. */
export function mapTitle(
  row: RoundRow,
  me: MemberRow,
  votes: readonly VoteRow[],
  mediumId: number,
): TitleFields {
  const present = presentIn(row);
  const here = votes.filter(
    (vote) => vote.mediumId === mediumId && present.some(({ id }) => id === vote.memberId),
  );
  const mine = here.find(({ memberId }) => memberId === me.id);
  const group_vote = {
    mine: mine ? (mine.yes ? ('yes' as const) : ('no' as const)) : null,
    yes: here.filter(({ yes }) => yes).length,
  };
  if (present.length < BANDS_FROM_PEOPLE) return { group_vote };
  const at = row.mediumIds.indexOf(mediumId);
  const bands = present.flatMap(({ id, showMatch, bands: all }) => {
    const from = all[at];
    return showMatch && from !== undefined ? [{ member_id: id, from }] : [];
  });
  return { group_vote, bands, answered: here.map(({ memberId }) => memberId) };
}

/** Returns the first title of the deck to which everybody present has said yes. */
export function findWinner(row: RoundRow, votes: readonly VoteRow[]): number | null {
  const said = new Set(
    votes.filter(({ yes }) => yes).map(({ memberId, mediumId }) => `${memberId} ${mediumId}`),
  );
  return (
    row.mediumIds.find((mediumId) => row.members.every(({ id }) => said.has(`${id} ${mediumId}`))) ?? null
  );
}
