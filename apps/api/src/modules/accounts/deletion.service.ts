import { setTimeout as wait } from 'node:timers/promises';
import { DELETION_CODE_HOURS } from '@marquee/contracts';
import { AppError } from '#src/core/errors.ts';
import { createNonce, hashToken, type Secrets, safeEqual, type TrialHash } from '#src/core/secrets.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { Caller } from '#src/http/authentication.ts';
import { ipKey, type Limits } from '#src/http/rate-limits.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import type { ListSharesRepository } from '#src/modules/lists/list-shares.repository.ts';
import type { ListsRepository } from '#src/modules/lists/lists.repository.ts';
import type { MessagesRepository } from '#src/modules/messages/messages.repository.ts';
import type { PlansRepository } from '#src/modules/plans/plans.repository.ts';
import type { TrialsRepository } from '#src/modules/plans/trials.repository.ts';
import type { RoundsRepository } from '#src/modules/rounds/rounds.repository.ts';
import { leaveEveryRound } from '#src/modules/rounds/rounds.service.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import type { CodesRepository } from './codes.repository.ts';
import type { EmailService } from './email.service.ts';
import type { FreshSession } from './fresh-session.ts';
import type { MailLimits } from './mail-limits.ts';

const HOUR_MS = 60 * 60_000;
/** Minimum duration in milliseconds for requesting or checking a code. The database work takes less time. */
const ANSWER_AFTER_MS = 100;

interface Repos {
  accounts: AccountsRepository;
  codes: CodesRepository;
  lists: Pick<ListsRepository, 'list' | 'listOthers'>;
  listShares: Pick<ListSharesRepository, 'deleteToPrevious' | 'releaseUnproven'>;
  messages: Pick<MessagesRepository, 'deleteContactsFrom' | 'deleteContactsFromPrevious'>;
  plans: Pick<PlansRepository, 'forgetCustomer'>;
  outbox: Pick<OutboxRepository, 'add'>;
  rounds: RoundsRepository;
  trials: Pick<TrialsRepository, 'remember'>;
}

interface Dependencies {
  repos: Pick<Repos, 'accounts' | 'codes'>;
  withTransaction: WithTransaction<Repos>;
  limits: Limits;
  mailLimits: Pick<MailLimits, 'tryTake'>;
  freshSession: Pick<FreshSession, 'require'>;
  secrets: Secrets;
  email: Pick<EmailService, 'cancelChange' | 'isProven'>;
  hashTrialAddress: (email: string) => TrialHash;
}

/**
 * Returns the result of the work after at least `ANSWER_AFTER_MS`. Thus the duration does not reveal whether
 * an address has an account.
 */
async function inEqualTime<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work, wait(ANSWER_AFTER_MS)]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Creates the service that erases users, after a request in a session or with a deletion code. */
export function createDeletionService(deps: Dependencies) {
  const { repos, withTransaction, limits, mailLimits, freshSession, secrets, hashTrialAddress } = deps;

  /** Returns the list members of the user's lists, with the name of the deleted list. */
  async function listLosses(tx: Repos, ownerId: number): Promise<{ userId: number; listName: string }[]> {
    const names = new Map(
      (await tx.lists.list(ownerId, { shared: false })).map(({ id, name }) => [id, name]),
    );
    const others = await tx.lists.listOthers([...names.keys()], ownerId);
    return others.map(({ listId, userId }) => ({ userId, listName: names.get(listId) ?? '' }));
  }

  /**
   * Deletes all personal data except the address for the last mail. Foreign keys delete the rows with the user
   * id, so only other rows are deleted here.
   */
  async function erase(userId: number): Promise<void> {
    await withTransaction(async (tx) => {
      await tx.accounts.lock(userId);
      await deps.email.cancelChange(tx, userId);
      const lost = await listLosses(tx, userId);
      await tx.messages.deleteContactsFromPrevious(userId);
      await tx.listShares.deleteToPrevious(userId);
      await tx.listShares.releaseUnproven(userId);
      await leaveEveryRound(tx, userId);
      const gone = await tx.accounts.delete(userId);
      // A message sent without login belongs to the user whose proven address is the address of the message.
      if (gone.emailVerifiedAt !== null) await tx.messages.deleteContactsFrom(gone.email);
      await tx.plans.forgetCustomer(gone);
      if (gone.trialEndsAt !== null)
        await tx.trials.remember(hashTrialAddress(gone.email), gone.emailVerifiedAt !== null);
      const stores = new Set(gone.storeSubscriptions.map(({ processor }) => processor));
      await tx.outbox.add(
        ...lost.map(({ listName, userId: memberId }) => ({
          kind: 'list_deleted' as const,
          userId: memberId,
          payload: { listName, ownerId: null },
        })),
        {
          kind: 'deletion_done',
          payload: { email: gone.email, stores: [...stores].filter((store) => store !== 'stripe') },
        },
      );
      // When a customer is deleted, Stripe cancels the subscriptions and expires open Checkout sessions.
      if (gone.stripeCustomerId !== null)
        await tx.outbox.add({ kind: 'stripe_cancel', payload: { customerId: gone.stripeCustomerId } });
      for (const id of [userId, ...lost.map((loss) => loss.userId)]) tx.changed.add(id);
    }, `user ${userId}`);
  }

  async function sendCode(email: string): Promise<void> {
    const user = await repos.accounts.findByEmail(email);
    if (!user) return;
    const isProven = deps.email.isProven(user);
    // Over the limit, no mail is sent and the previous code still works.
    if (!(await mailLimits.tryTake('deletion_code', { email, isProven }))) return;
    const nonce = createNonce();
    const hash = hashToken(secrets.deriveToken('deletion_code', user.id, nonce));
    const expiresAt = new Date(Date.now() + DELETION_CODE_HOURS * HOUR_MS);
    await withTransaction(async (tx) => {
      await tx.accounts.lock(user.id);
      await tx.codes.saveDeletionCode({ userId: user.id, hash, expiresAt });
      await tx.outbox.add({ kind: 'deletion_code', userId: user.id, payload: { nonce } });
    }, `user ${user.id}`);
  }

  /**
   * Counts one attempt of this client. A stranger who sends wrong codes thus leaves the owner's attempts alone.
   * @returns the id of the user when the code is valid.
   * @throws AppError `invalid_code`.
   */
  async function spendCode(ip: string, email: string, code: string): Promise<number> {
    const user = await repos.accounts.findByEmail(email);
    const hash = user && (await repos.codes.spendDeletionAttempt(user.id, secrets.hashAddress(ipKey(ip))));
    if (!user || !hash || !safeEqual(hash, hashToken(code))) throw new AppError('invalid_code');
    return user.id;
  }

  return {
    /** @throws AppError `password_needed` for a session that has not confirmed its password lately. */
    async eraseCaller(caller: Caller): Promise<void> {
      await freshSession.require(caller);
      await erase(caller.userId);
    },

    /** Erases a user for an operator. */
    erase: ({ userId }: { userId: number }): Promise<void> => erase(userId),

    /** Mails a code when the address has an account. The reply does not reveal whether the account exists. */
    async requestCode({ ip }: { ip: string }, email: string): Promise<void> {
      await limits.take('mailRequests', ipKey(ip));
      await inEqualTime(sendCode(email));
    },

    /** @throws AppError `invalid_code` for a wrong, used or expired code and for an unknown address. */
    async confirm({ ip }: { ip: string }, email: string, code: string): Promise<void> {
      await erase(await inEqualTime(spendCode(ip, email, code)));
    },
  };
}

export type DeletionService = ReturnType<typeof createDeletionService>;
