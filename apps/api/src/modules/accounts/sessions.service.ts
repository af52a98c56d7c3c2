import type { SignIn } from '@marquee/contracts';
import type { z } from 'zod';
import type { BotCheck } from '#src/clients/bot-check.ts';
import { AppError } from '#src/core/errors.ts';
import { createTurns } from '#src/core/gate.ts';
import { hashToken, type Secrets } from '#src/core/secrets.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { Caller } from '#src/http/authentication.ts';
import { ipKey } from '#src/http/rate-limits.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import type { CodesRepository } from './codes.repository.ts';
import type { EmailService } from './email.service.ts';
import type { Passwords } from './passwords.ts';
import type { CountSignIn } from './sign-in-counts.ts';
import { isRetryable } from './sign-up.service.ts';

/** Number of logins that can wait per address and IP. Each login computes one password hash. */
const SIGN_INS_WAITING_MAX = 50;

interface Dependencies {
  repos: { accounts: Pick<AccountsRepository, 'findByEmail' | 'endToken' | 'noteSignIn'> };
  withTransaction: WithTransaction<{ accounts: AccountsRepository; codes: CodesRepository }>;
  email: Pick<EmailService, 'cancelChange'>;
  passwords: Pick<Passwords, 'matches'>;
  countSignIn: CountSignIn;
  botCheck: Pick<BotCheck, 'verify'>;
  secrets: Pick<Secrets, 'hashAddress'>;
  /** The addresses of accounts that may not log in. */
  closedAddresses: readonly string[];
}

/** A client without an access token, identified only by the IP address. */
export interface Visitor {
  ip: string;
}

/** The user and the token version that an access token contains. */
export interface Session {
  userId: number;
  tokenVersion: number;
}

/** Starts sessions with a password, and ends sessions. */
export function createSessionsService(deps: Dependencies) {
  const { repos, withTransaction, email, passwords, countSignIn, botCheck, secrets } = deps;
  const isClosed = (address: string): boolean => deps.closedAddresses.includes(address.toLowerCase());
  const inTurn = createTurns(SIGN_INS_WAITING_MAX);

  return {
    /**
     * Counts failed logins only after the bot check, so calls without proof cannot block an address. Only the
     * right password returns `account_disabled`.
     */
    async signIn({ ip }: Visitor, { user: given, recaptcha }: z.output<typeof SignIn>): Promise<Session> {
      const key = `${secrets.hashAddress(given.email)}:${ipKey(ip)}`;
      await botCheck.verify({ proof: recaptcha, action: 'login', ip });
      // Logins of one address and IP run one after another, so that simultaneous right passwords do not count as
      // failures.
      return inTurn(
        async () => {
          const counted = await countSignIn(ip, given.email);
          let guessedWrong = false;
          try {
            const user = await repos.accounts.findByEmail(given.email);
            // For an unknown address, bcrypt does the same work as for a wrong password.
            const matches = await passwords.matches(given.password, user?.passwordHash ?? null);
            if (!user || !matches || isClosed(given.email)) {
              guessedWrong = true;
              throw new AppError('invalid_credentials');
            }
            if (user.disabledAt !== null) throw new AppError('account_disabled');
            // From now on a repeated sign-up is no retry of the first one.
            if (isRetryable(user)) await repos.accounts.noteSignIn(user.id);
            return { userId: user.id, tokenVersion: user.tokenVersion };
          } finally {
            if (!guessedWrong) {
              await counted.giveBack();
            }
          }
        },
        { key },
      );
    },

    /** Ends the presented token, or every token of the user and what another session may have begun. */
    async signOut(
      { userId, token, expiresAt }: Caller,
      { everywhere }: { everywhere?: boolean | undefined },
    ): Promise<void> {
      if (!everywhere) return repos.accounts.endToken(userId, hashToken(token), expiresAt);
      await withTransaction(async (tx) => {
        await tx.accounts.endEveryToken(userId);
        await email.cancelChange(tx, userId);
      });
    },
  };
}

export type SessionsService = ReturnType<typeof createSessionsService>;
