import { MESSAGES, RESET_TOKEN_HOURS, type ResetPassword } from '@marquee/contracts';
import type { z } from 'zod';
import { AppError, fieldError, isTooMany } from '#src/core/errors.ts';
import { createTurns } from '#src/core/gate.ts';
import { createNonce, hashToken, type Secrets } from '#src/core/secrets.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { Caller } from '#src/http/authentication.ts';
import { ipKey, type Limits } from '#src/http/rate-limits.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import type { TrialsRepository } from '#src/modules/plans/trials.repository.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import type { CodesRepository } from './codes.repository.ts';
import { refuseCommon } from './common-passwords.ts';
import type { EmailService } from './email.service.ts';
import type { FreshSession } from './fresh-session.ts';
import type { MailLimits } from './mail-limits.ts';
import { refuseOwnNames } from './own-names.ts';
import type { Passwords } from './passwords.ts';

const HOUR_MS = 60 * 60_000;
const CONFIRMATIONS_WAITING_MAX = 50;

interface Repos {
  accounts: AccountsRepository;
  codes: CodesRepository;
  outbox: Pick<OutboxRepository, 'add'>;
  trials: Pick<TrialsRepository, 'prove'>;
}

interface Dependencies {
  repos: Pick<Repos, 'accounts' | 'codes'>;
  withTransaction: WithTransaction<Repos>;
  passwords: Passwords;
  limits: Limits;
  mailLimits: Pick<MailLimits, 'take'>;
  secrets: Secrets;
  email: Pick<EmailService, 'cancelChange' | 'isProven' | 'prove'>;
  freshSession: Pick<FreshSession, 'confirm'>;
}

/** Resets and confirms passwords. */
export function createRecoveryService(deps: Dependencies) {
  const { repos, withTransaction, passwords, limits, mailLimits, secrets, email, freshSession } = deps;

  const inTurn = createTurns(CONFIRMATIONS_WAITING_MAX);

  return {
    /**
     * Mails a reset link, which invalidates the previous link.
     * @throws AppError `email_not_found`.
     */
    async requestReset({ ip }: { ip: string }, address: string): Promise<void> {
      // Count the call before the lookup, because the reply reveals whether the address has an account.
      await limits.take('checks', ipKey(ip));
      const user = await repos.accounts.findByEmail(address);
      if (!user) throw new AppError('email_not_found');
      await limits.take('mailRequests', ipKey(ip));
      try {
        const isProven = email.isProven(user);
        await mailLimits.take('password_reset', { email: address, isProven });
      } catch (error) {
        // Another client may have used up the limit of this address. The link that was mailed last still works.
        if (isTooMany(error) && (await repos.codes.hasLiveReset(user.id))) return;
        throw error;
      }
      const nonce = createNonce();
      const hash = hashToken(secrets.deriveToken('password_reset', user.id, nonce));
      const expiresAt = new Date(Date.now() + RESET_TOKEN_HOURS * HOUR_MS);
      await withTransaction(async (tx) => {
        await tx.accounts.lock(user.id);
        await tx.codes.saveReset({ userId: user.id, hash, expiresAt });
        await tx.outbox.add({ kind: 'password_reset', userId: user.id, payload: { nonce } });
      }, `user ${user.id}`);
    },

    /** Sets the password, once per token, and ends every session. */
    async resetPassword({ user: given }: z.output<typeof ResetPassword>): Promise<void> {
      await refuseCommon(given.password);
      const hash = hashToken(given.reset_password_token);
      const reset = await repos.codes.findReset(hash);
      if (!reset) throw fieldError('reset_password_token', MESSAGES.resetTokenInvalid);
      if (reset.expiresAt <= new Date()) throw fieldError('reset_password_token', MESSAGES.resetTokenExpired);
      const user = await repos.accounts.get(reset.userId);
      refuseOwnNames(given.password, [user.displayName, user.email, user.firstName, user.lastName]);
      const passwordHash = await passwords.hash(given.password);
      await withTransaction(async (tx) => {
        await tx.accounts.lock(reset.userId);
        if (!(await tx.codes.takeReset(hash)))
          throw fieldError('reset_password_token', MESSAGES.resetTokenInvalid);
        await tx.accounts.changePassword(reset.userId, passwordHash);
        await tx.outbox.add({ kind: 'password_changed', userId: reset.userId, payload: {} });
        await email.prove(tx, reset.userId);
        await email.cancelChange(tx, reset.userId);
      }, `user ${reset.userId}`);
    },

    /**
     * Compares the password. Wrong guesses count against the limit of failed logins, so a stolen access token
     * does not help in guessing.
     */
    async confirmPassword(caller: Caller, password: string): Promise<void> {
      const { userId } = caller;
      const key = `user:${userId}`;
      await inTurn(
        async () => {
          await limits.take('failedSignIns', key);
          const matches = await passwords.matches(password, await repos.accounts.getPasswordHash(userId));
          if (!matches) throw new AppError('wrong_password');
          await limits.giveBack('failedSignIns', key);
          await freshSession.confirm(caller);
        },
        { key },
      );
    },
  };
}

export type RecoveryService = ReturnType<typeof createRecoveryService>;
