import { PASSWORD_FRESH_MINUTES } from '@marquee/contracts';
import { AppError } from '#src/core/errors.ts';
import { hashToken } from '#src/core/secrets.ts';
import type { Caller } from '#src/http/authentication.ts';
import type { AccountsRepository } from './accounts.repository.ts';

const FRESH_MS = PASSWORD_FRESH_MINUTES * 60_000;

interface Dependencies {
  repos: { accounts: Pick<AccountsRepository, 'confirmToken' | 'isTokenConfirmed'> };
}

/** Who holds a stolen token can use an account for days. What cannot be undone needs the password too. */
export function createFreshSession({ repos }: Dependencies) {
  return {
    /**
     * @throws AppError `password_needed` unless the session signed in, signed up or confirmed its password in the last ten
     * minutes. The confirmation belongs to its token.
     */
    async require({ token, issuedAt }: Pick<Caller, 'token' | 'issuedAt'>): Promise<void> {
      if (issuedAt.getTime() > Date.now() - FRESH_MS) return;
      if (!(await repos.accounts.isTokenConfirmed(hashToken(token)))) throw new AppError('password_needed');
    },

    confirm: ({ userId, token }: Pick<Caller, 'userId' | 'token'>): Promise<void> =>
      repos.accounts.confirmToken(userId, hashToken(token), new Date(Date.now() + FRESH_MS)),
  };
}

export type FreshSession = ReturnType<typeof createFreshSession>;
