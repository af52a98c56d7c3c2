import { DISPLAY_NAME_MAX, lookOf, MESSAGES, ROUND_PEOPLE_MAX } from '@marquee/contracts';
import { AppError, fieldError } from '#src/core/errors.ts';
import { memberOf, nameOf, type RoundCaller } from './rounds.mapper.ts';
import type { MemberRow, RoundRow, RoundsRepository } from './rounds.repository.ts';

interface Tx {
  rounds: RoundsRepository;
}

/** The round as a service found it, with the caller's membership. */
export interface Seat {
  row: RoundRow;
  me: MemberRow;
}

/** A guest who comes into a round. */
interface Arrival {
  name: string | undefined;
  keyHash: string | null;
}

/** @throws AppError `not_found` unless the caller is in the round. */
export function seatIn(row: RoundRow | null, caller: RoundCaller | null): Seat {
  const me = row && caller && memberOf(row, caller);
  if (!row || !me) throw new AppError('not_found');
  return { row, me };
}

export function requireHost({ isHost }: MemberRow): void {
  if (!isHost) throw new AppError('not_permitted', { message: 'Only the host can do this.' });
}

/** @throws AppError when the round is full or has started. */
export function requireFreeSeat({ members, state }: RoundRow): void {
  if (members.length >= ROUND_PEOPLE_MAX)
    throw new AppError('limit_reached', { message: `A round is for at most ${ROUND_PEOPLE_MAX} people.` });
  if (state !== 'open')
    throw new AppError('not_permitted', {
      message: 'This round has started without you. Ask the host to start another one.',
    });
}

/** Returns the name, with a digit behind it when somebody's looks like it, since the others must know who is who. */
export function distinctName(names: readonly string[], name: string): string {
  const taken = new Set(names.map(lookOf));
  for (let digit = 1; ; digit++) {
    const suffix = digit === 1 ? '' : String(digit);
    const distinct = [...name].slice(0, DISPLAY_NAME_MAX - suffix.length).join('') + suffix;
    if (!taken.has(lookOf(distinct))) return distinct;
  }
}

/** Guests choose a name for an evening, so that they make way for the user who has it. */
export async function renameGuests(tx: Tx, { code }: RoundRow, userMemberId: number): Promise<void> {
  const members = (await tx.rounds.find(code))?.members ?? [];
  const user = members.find(({ id }) => id === userMemberId);
  if (!user) return;
  for (const { id, guestName } of members)
    if (guestName !== null && lookOf(guestName) === lookOf(nameOf(user)))
      await tx.rounds.updateMember(id, { guestName: distinctName(members.map(nameOf), guestName) });
}

/** Adds a user to the locked round, once. Raises the version. @throws AppError as `requireFreeSeat`. */
export async function addUser(tx: Tx, row: RoundRow, userId: number): Promise<void> {
  if (row.members.some((member) => member.userId === userId)) return;
  if (await tx.rounds.isRemoved(row.id, { userId })) throw new AppError('not_found');
  requireFreeSeat(row);
  await tx.rounds.change(row.id);
  const id = await tx.rounds.addMember({ roundId: row.id, userId });
  await tx.rounds.deleteInvitation(row.id, userId);
  await tx.rounds.answerWaiting(row.id, { userId }, true);
  await renameGuests(tx, row, id);
}

/**
 * Adds a guest to the locked round, and the same key once. Raises the version.
 * @returns the id of the membership.
 * @throws AppError as `requireFreeSeat`.
 */
export async function addGuest(tx: Tx, row: RoundRow, { name, keyHash }: Arrival): Promise<number> {
  const known = keyHash === null ? null : await tx.rounds.findMember(row.id, { guestKeyHash: keyHash });
  if (known?.removedAt) throw new AppError('not_found');
  if (known) return known.id;
  if (name === undefined) throw fieldError('name', MESSAGES.displayNameRequired);
  requireFreeSeat(row);
  await tx.rounds.change(row.id);
  if (keyHash !== null) await tx.rounds.answerWaiting(row.id, { guestKeyHash: keyHash }, true);
  const guestName = distinctName(row.members.map(nameOf), name);
  return tx.rounds.addMember({ roundId: row.id, guestName, guestKeyHash: keyHash });
}
