import { EMAIL_CODE_DAYS, MESSAGES, RESET_TOKEN_HOURS } from '@marquee/contracts';
import type { EmailCodePurpose } from '@marquee/prisma';
import { AppError, fieldError } from '#src/core/errors.ts';
import { createNonce, hashToken, type Secrets, type TrialHash } from '#src/core/secrets.ts';
import type { Changes, WithTransaction } from '#src/data/database.ts';
import type { Caller } from '#src/http/authentication.ts';
import { ipKey, type Limits } from '#src/http/rate-limits.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import { subscribedUntil } from '#src/modules/plans/access.ts';
import type { TrialsRepository } from '#src/modules/plans/trials.repository.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import type { CodesRepository } from './codes.repository.ts';
import type { MailLimits } from './mail-limits.ts';
import type { Passwords } from './passwords.ts';

const HOUR_MS = 60 * 60_000;

interface Repos {
  accounts: AccountsRepository;
  codes: CodesRepository;
  outbox: Pick<OutboxRepository, 'add'>;
  trials: Pick<TrialsRepository, 'prove'>;
}
type Tx = Repos & Changes;
type ProofTx = {
  accounts: Pick<AccountsRepository, 'proveEmail'>;
  trials: Pick<TrialsRepository, 'prove'>;
} & Changes;
type CancelTx = {
  accounts: Pick<AccountsRepository, 'clearPendingEmail'>;
  codes: Pick<CodesRepository, 'deleteConfirmCodesElsewhere'>;
} & Changes;

interface NewCode {
  userId: number;
  purpose: EmailCodePurpose;
  email: string;
  expiresAt: Date;
}

interface Dependencies {
  repos: Pick<Repos, 'accounts' | 'codes'>;
  withTransaction: WithTransaction<Repos>;
  env: { EMAIL_PROOF: 'on' | 'off'; TRIAL_DAYS: number };
  passwords: Passwords;
  limits: Limits;
  mailLimits: Pick<MailLimits, 'take'>;
  secrets: Secrets;
  hashTrialAddress: (email: string) => TrialHash;
}

const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);
const atCodeEnd = (): Date => inHours(24 * EMAIL_CODE_DAYS);

/**
 * Proves, changes and restores email addresses (docs/api.md#proven-addresses). However an address changes, a trigger keeps
 * the proven address that the user leaves (`users_remember_address`), which a deletion erases too.
 */
export function createEmailService(deps: Dependencies) {
  const { repos, withTransaction, env, passwords, limits, mailLimits, secrets, hashTrialAddress } = deps;
  const needsProof = env.EMAIL_PROOF === 'on';

  /** Returns the address to which a confirmation link goes. Null when the user has nothing to confirm. */
  const addressToProve = (user: {
    email: string;
    pendingEmail: string | null;
    emailVerifiedAt: Date | null;
  }): string | null => user.pendingEmail ?? (needsProof && user.emailVerifiedAt === null ? user.email : null);

  /**
   * Stores a new code. A confirm code replaces every confirm code of the user; another code replaces the code
   * with the same purpose and address.
   * @returns the nonce for the mail.
   */
  async function issueCode(
    tx: Pick<Tx, 'codes'>,
    { userId, purpose, email, expiresAt }: NewCode,
  ): Promise<string> {
    const nonce = createNonce();
    const use = purpose === 'confirm' ? 'email_confirm' : 'email_restore';
    const hash = hashToken(secrets.deriveToken(use, userId, nonce));
    if (purpose === 'confirm') await tx.codes.deleteEmailCodes(userId, { purpose });
    await tx.codes.saveEmailCode({ userId, hash, purpose, email, expiresAt });
    return nonce;
  }

  async function mailConfirmation(tx: Tx, userId: number, email: string, expiresAt: Date): Promise<void> {
    const nonce = await issueCode(tx, { userId, purpose: 'confirm', email, expiresAt });
    await tx.outbox.add({ kind: 'confirm_email', userId, payload: { nonce } });
  }

  /** Mails a link to an address that the user had, with which its owner undoes the change. */
  async function mailRestore(
    tx: Tx,
    userId: number,
    purpose: 'restore' | 'restore_confirmed',
    email: string,
  ): Promise<void> {
    const nonce = await issueCode(tx, { userId, purpose, email, expiresAt: atCodeEnd() });
    await tx.outbox.add({ kind: 'email_changed', userId, payload: { nonce } });
  }

  /** Makes a proven address the address of the user. A user who had a trial cannot get another with it. */
  async function moveTo(tx: Tx, userId: number, email: string): Promise<void> {
    await tx.accounts.setEmail(userId, email);
    await takeTrial(tx, userId, email);
  }

  /**
   * Gives the mailbox's trial to a user who is the first to prove one of its addresses, because anyone can sign up with a
   * spelling of a stranger's address.
   */
  async function takeTrial(
    tx: { trials: Pick<TrialsRepository, 'prove'> } & Changes,
    userId: number,
    email: string,
  ): Promise<void> {
    const holder = await tx.trials.prove(userId, hashTrialAddress(email), env.TRIAL_DAYS);
    if (holder !== null) tx.changed.add(holder);
  }

  /** Marks the user's address as proven. Call this function when a user opens a mailed link of any kind. */
  async function prove(tx: ProofTx, userId: number): Promise<void> {
    const email = await tx.accounts.proveEmail(userId);
    if (email !== null) await takeTrial(tx, userId, email);
    tx.changed.add(userId);
  }

  /**
   * Cancels a pending change of the address and invalidates the links to the pending address. Everything that
   * gives an account back to its owner calls this function, because another person may have asked for the change.
   */
  async function cancelChange(tx: CancelTx, userId: number): Promise<void> {
    await tx.accounts.clearPendingEmail(userId);
    await tx.codes.deleteConfirmCodesElsewhere(userId);
    tx.changed.add(userId);
  }

  /**
   * Deletes a valid code and locks the row of its user.
   * @throws AppError invalid_code.
   */
  async function takeCode(tx: Tx, purpose: 'confirm' | 'restore', code: string) {
    const found = await tx.codes.findEmailCode(hashToken(code), purpose);
    if (!found) throw new AppError('invalid_code');
    const user = await tx.accounts.lock(found.userId);
    // Delete the code after the lock, because another call may use the code during the wait for the lock.
    if (!(await tx.codes.takeEmailCode(hashToken(code)))) throw new AppError('invalid_code');
    tx.changed.add(found.userId);
    return { ...found, user };
  }

  return {
    /** Stores the confirmation code of the welcome mail. Returns its nonce, or null when addresses need no proof. */
    async prepareConfirmation(tx: Pick<Tx, 'codes'>, userId: number, email: string): Promise<string | null> {
      return needsProof ? issueCode(tx, { userId, purpose: 'confirm', email, expiresAt: atCodeEnd() }) : null;
    },

    cancelChange,

    /**
     * Mails a confirmation link to the new address and a restore link to the old address. Invalidates the
     * user's reset link and deletion code.
     */
    async change(
      tx: Tx,
      userId: number,
      before: { email: string; emailVerifiedAt: Date | null; trialEndsAt: Date | null },
      email: string,
    ): Promise<void> {
      if (await tx.accounts.isEmailTaken(email, userId)) throw fieldError('email', MESSAGES.emailTaken);
      await tx.codes.deleteAccountCodes(userId);
      // An address that was never proven is no way back, and others may sign up with it from now on.
      if (before.emailVerifiedAt !== null || !needsProof)
        await mailRestore(tx, userId, 'restore', before.email);
      if (needsProof) {
        const until = atCodeEnd();
        await tx.accounts.setPendingEmail(userId, email, until);
        await mailConfirmation(tx, userId, email, until);
      } else {
        // With EMAIL_PROOF=off, the address changes at once, without a confirmation link.
        await tx.accounts.freeEmail(email);
        await moveTo(tx, userId, email);
      }
    },

    /** Mails the confirmation link again, to the pending address or else to the current address. */
    async resend({ userId }: Caller): Promise<void> {
      const to = addressToProve(await repos.accounts.get(userId));
      if (to === null) return;
      await mailLimits.take('confirm_email', { email: to, isProven: false });
      await withTransaction(async (tx) => {
        const user = await tx.accounts.lock(userId);
        // Another call may have confirmed, changed or canceled the address.
        if (addressToProve(user) !== to) return;
        // The link to a pending address ends with the change, so that sending it again does not extend the change.
        const until = user.pendingEmail === null ? null : user.pendingEmailUntil;
        await mailConfirmation(tx, userId, to, until ?? atCodeEnd());
      }, `user ${userId}`);
    },

    /** Proves the address that the mail was sent to. A pending address becomes the address of the user. */
    async confirm({ ip }: { ip: string }, code: string): Promise<void> {
      await limits.take('checks', ipKey(ip));
      await withTransaction(async (tx) => {
        const { userId, email, user } = await takeCode(tx, 'confirm', code);
        const same = (other: string | null) => other?.toLowerCase() === email.toLowerCase();
        if (same(user.pendingEmail)) {
          if (await tx.accounts.isEmailTaken(email, userId)) throw fieldError('email', MESSAGES.emailTaken);
          await tx.codes.deleteAccountCodes(userId);
          if (user.emailVerifiedAt !== null) await mailRestore(tx, userId, 'restore_confirmed', user.email);
          await tx.accounts.freeEmail(email);
          await moveTo(tx, userId, email);
        } else if (same(user.email)) {
          await prove(tx, userId);
        } else {
          throw new AppError('invalid_code');
        }
      });
    },

    /**
     * Restores the previous address after a change, ends every session and invalidates the password. Mails a
     * link to set a new password.
     */
    async restore({ ip }: { ip: string }, code: string): Promise<void> {
      await limits.take('checks', ipKey(ip));
      // Check the code first, because the hash of the password takes a quarter of a second.
      if (!(await repos.codes.findEmailCode(hashToken(code), 'restore'))) throw new AppError('invalid_code');
      const unknownPassword = await passwords.hash(createNonce());
      await withTransaction(async (tx) => {
        const { userId, email } = await takeCode(tx, 'restore', code);
        await cancelChange(tx, userId);
        await tx.codes.deleteAccountCodes(userId);
        // Links mailed to the restored address stay valid.
        await tx.codes.deleteEmailCodes(userId, { except: email });
        await moveTo(tx, userId, email);
        await tx.accounts.changePassword(userId, unknownPassword);
        const nonce = createNonce();
        const hash = hashToken(secrets.deriveToken('password_reset', userId, nonce));
        await tx.codes.saveReset({ userId, hash, expiresAt: inHours(RESET_TOKEN_HOURS) });
        await tx.outbox.add({ kind: 'password_reset', userId, payload: { nonce } });
      });
    },

    prove,

    /** Returns the group that decides how many invitations the user may send (`LIMITS.invitations`). */
    async getStanding(userId: number): Promise<'unproven' | 'trial' | 'subscriber'> {
      const user = await repos.accounts.get(userId);
      if (needsProof && user.emailVerifiedAt === null) return 'unproven';
      return subscribedUntil(user) > Date.now() ? 'subscriber' : 'trial';
    },

    isProven: ({ emailVerifiedAt }: { emailVerifiedAt: Date | null }): boolean =>
      emailVerifiedAt !== null || !needsProof,
  };
}

export type EmailService = ReturnType<typeof createEmailService>;
