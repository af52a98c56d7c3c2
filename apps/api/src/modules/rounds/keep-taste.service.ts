import type { KeepTaste } from '@marquee/contracts';
import type { z } from 'zod';
import { AppError } from '#src/core/errors.ts';
import type { Session, Visitor } from '#src/modules/accounts/sessions.service.ts';
import type { SignUpService } from '#src/modules/accounts/sign-up.service.ts';
import type { RoundCaller } from './rounds.mapper.ts';
import type { RoundRow, RoundsRepository } from './rounds.repository.ts';
import { renameGuests, seatIn } from './seats.ts';

interface Dependencies {
  repos: { rounds: Pick<RoundsRepository, 'find'> };
  signUp: Pick<SignUpService, 'signUp'>;
}

/**
 * Returns the membership of the guest.
 * @throws AppError `not_permitted` for a user, and for a guest who has already made an account: the guest's token must not
 * give access to that account.
 */
function requireGuest(row: RoundRow | null, caller: RoundCaller | null): number {
  if (
    caller &&
    'guestId' in caller &&
    row?.members.some(({ id, userId }) => id === caller.guestId && userId !== null)
  )
    throw new AppError('not_permitted', { message: 'Your taste is kept already. Please log in.' });
  const { me } = seatIn(row, caller);
  if (me.userId !== null)
    throw new AppError('not_permitted', { message: 'You have an account already, which keeps your taste.' });
  return me.id;
}

/** Makes an account of a guest. */
export function createKeepTasteService({ repos, signUp }: Dependencies) {
  return {
    /** Creates the account and moves everything of the guest to it, in one transaction. */
    async keep(
      caller: RoundCaller | null,
      visitor: Visitor,
      code: string,
      { user }: z.output<typeof KeepTaste>,
    ): Promise<Session> {
      // Before the password is hashed, which costs a quarter of a second.
      requireGuest(await repos.rounds.find(code), caller);
      return signUp.signUp(visitor, { user }, async (tx, userId) => {
        const row = await tx.rounds.lock(code);
        const memberId = requireGuest(row, caller);
        if (!row) throw new AppError('not_found');
        await tx.rounds.keepTaste(memberId, userId);
        await renameGuests(tx, row, memberId);
        await tx.rounds.change(row.id);
      });
    },
  };
}

export type KeepTasteService = ReturnType<typeof createKeepTasteService>;
