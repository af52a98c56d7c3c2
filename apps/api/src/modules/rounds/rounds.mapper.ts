import {
  BANDS_FROM_PEOPLE,
  type InvitedRound,
  Mood,
  type RoundMember,
  type RoundState,
  type RoundSummary,
  type Vote,
} from '@marquee/contracts';
import type { MemberRow, RoundRow, VoteRow } from './rounds.repository.ts';

/** Who calls: a user, or a guest by the id of the membership. */
export type RoundCaller = { userId: number } | { guestId: number };

/** Returns whether the round has ended, by its state or by its time. */
export const isOver = ({ state, expiresAt }: Pick<RoundRow, 'state' | 'expiresAt'>): boolean =>
  state === 'ended' || expiresAt.getTime() <= Date.now();

export const stateOf = (row: RoundRow): RoundState => (isOver(row) ? 'ended' : row.state);

/** Returns those who are in the round. Guests leave it at its end. */
export const presentIn = (row: RoundRow): MemberRow[] =>
  isOver(row) ? row.members.filter(({ userId }) => userId !== null) : row.members;

export const memberOf = (row: RoundRow, caller: RoundCaller): MemberRow | null =>
  presentIn(row).find((member) =>
    'userId' in caller
      ? member.userId === caller.userId
      : member.userId === null && member.id === caller.guestId,
  ) ?? null;

export const nameOf = ({ user, guestName }: MemberRow): string => user?.displayName ?? guestName ?? '';
const hostOf = (row: RoundRow): MemberRow | null => row.members.find(({ isHost }) => isHost) ?? null;

const mapMember = (member: MemberRow): RoundMember => ({
  id: member.id,
  name: nameOf(member),
  guest: member.userId === null,
  ready: member.ready,
  show_match: member.showMatch,
});

export function mapInvited(row: RoundRow): InvitedRound {
  const host = hostOf(row);
  return {
    id: row.id,
    code: row.code,
    host_name: host && nameOf(host),
    mode: row.mode,
    state: stateOf(row),
    expires_at: row.expiresAt.toISOString(),
    invited: true,
  };
}

export function mapSummary(row: RoundRow, me: MemberRow): RoundSummary {
  const host = hostOf(row);
  return {
    id: row.id,
    code: row.code,
    host: host?.id ?? null,
    host_name: host && nameOf(host),
    mode: row.mode,
    state: stateOf(row),
    version: row.version,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    minutes: row.minutes,
    mood: row.mood === null ? null : Mood.parse(row.mood),
    max_age_rating: row.maxAgeRating,
    me: me.id,
    members: presentIn(row).map(mapMember),
    winner: row.winnerId,
    winner_title: row.winner?.title ?? null,
  };
}

/** The fields of one title of the round that differ between titles, for one caller. */
interface TitleFields {
  group_vote: { mine: Vote | null; yes: number };
  bands?: { member_id: number; from: number }[];
}

/** Returns the fields of a title: votes, and the bands of those who show theirs from three people on. */
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
  return { group_vote, bands };
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
