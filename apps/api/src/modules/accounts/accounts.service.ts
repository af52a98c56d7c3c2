import {
  type GiveReferralSource,
  QUIET_HOURS,
  type ReferralCode,
  SIGNUP_STEP,
  type UpdateUser,
  type User,
} from '@marquee/contracts';
import type { z } from 'zod';
import { AppError } from '#src/core/errors.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { Caller } from '#src/http/authentication.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import type { TrialsRepository } from '#src/modules/plans/trials.repository.ts';
import { mapUser } from './accounts.mapper.ts';
import type { AccountsRepository, UserChanges, UserRow } from './accounts.repository.ts';
import type { CodesRepository } from './codes.repository.ts';
import type { EmailService } from './email.service.ts';
import type { FreshSession } from './fresh-session.ts';
import type { MailLimits } from './mail-limits.ts';

interface Repos {
  accounts: AccountsRepository;
  codes: CodesRepository;
  outbox: Pick<OutboxRepository, 'add'>;
  trials: Pick<TrialsRepository, 'prove'>;
}

interface Dependencies {
  repos: Pick<Repos, 'accounts'>;
  withTransaction: WithTransaction<Repos>;
  env: { BILLING: 'on' | 'off' };
  email: Pick<EmailService, 'cancelChange' | 'change' | 'isProven'>;
  mailLimits: Pick<MailLimits, 'take'>;
  freshSession: Pick<FreshSession, 'require'>;
}

type GivenReferral = z.output<typeof GiveReferralSource>['referral_source'];

interface Referral {
  referral_source: ReferralCode;
  details: string | null;
}

const toDate = (day: string | null): Date | null => (day === null ? null : new Date(`${day}T00:00:00Z`));

/**
 * Converts the fields of a request to columns. A missing field stays undefined, so the column keeps its
 * value.
 */
function toChanges(given: z.output<typeof UpdateUser>['user']): UserChanges {
  const notify = given.notification_preferences ?? {};
  const changes = {
    firstName: given.first_name,
    lastName: given.last_name,
    phoneNumber: given.phone_number,
    gender: given.gender,
    birthdate: given.birthdate === undefined ? undefined : toDate(given.birthdate),
    criticalRatingSource: given.critical_rating_source,
    addTagsWhileRating: given.add_tags_while_rating,
    unavailableTitles: given.unavailable_titles,
    hideSpoilers: given.hide_spoilers,
    notifySharedList: notify.shared_list,
    notifyAddedMediumToList: notify.added_medium_to_list,
    notifyRemovedMediumFromList: notify.removed_medium_from_list,
    notifyDeletedList: notify.deleted_list,
    notifyAcceptedList: notify.accepted_list,
    notifyRateMovieWatched: notify.rate_movie_watched,
    digestNews: given.digest_preferences?.news,
    // Who turns the mail on again wants all of it, since no screen shows the kinds.
    newsUnsubscribed: given.digest_preferences?.news ? [] : undefined,
    digestLeavingSoon: given.digest_preferences?.leaving_soon,
    digestNewOnServices: given.digest_preferences?.new_on_services,
    pushEpisode: given.push_preferences?.episode,
    pushSaved: given.push_preferences?.saved,
    pushInvitation: given.push_preferences?.invitation,
    pushRound: given.push_preferences?.round,
    quietFrom: given.quiet_hours === null ? null : given.quiet_hours?.from,
    quietTo: given.quiet_hours === null ? null : given.quiet_hours?.to,
    monthlyExport: given.monthly_export,
    country: given.country,
    timeZone: given.time_zone,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** Returns the quiet hours that begin with the first kind of push that is switched on, unless the call sets others. */
function nightOf(
  now: UserRow,
  { push_preferences: wanted, quiet_hours }: z.output<typeof UpdateUser>['user'],
) {
  const wasOff = !(now.pushEpisode || now.pushSaved || now.pushInvitation || now.pushRound);
  const begins = wasOff && Object.values(wanted ?? {}).includes(true);
  if (!begins || quiet_hours !== undefined || now.quietFrom !== null) return {};
  return { quietFrom: QUIET_HOURS.from, quietTo: QUIET_HOURS.to };
}

/** Reads and changes the account of the caller. */
export function createAccountsService(deps: Dependencies) {
  const { repos, withTransaction, env, mailLimits, freshSession, email } = deps;
  const toUser = (row: UserRow, token: string): User =>
    mapUser(row, token, { verified: email.isProven(row), isOpenToAll: env.BILLING === 'off' });

  return {
    async getUser({ userId, token }: Pick<Caller, 'userId' | 'token'>): Promise<User> {
      return toUser(await repos.accounts.get(userId), token);
    },

    /**
     * Changes the given fields. A new address waits in `pending_email` for its confirmation
     * (`email.service.ts`); sending the current address clears `pending_email`.
     */
    async updateUser(caller: Caller, { user: given }: z.output<typeof UpdateUser>): Promise<User> {
      const { userId, token, tokenVersion } = caller;
      const changes = toChanges(given);
      const wanted = given.email;
      const differs = (from: string | null) =>
        wanted !== undefined && wanted.toLowerCase() !== from?.toLowerCase();
      const now = await repos.accounts.get(userId);
      Object.assign(changes, nightOf(now, given));
      if (wanted !== undefined && differs(now.email) && differs(now.pendingEmail)) {
        await freshSession.require(caller);
        const counted = await mailLimits.take('email_changed', {
          email: now.email,
          isProven: email.isProven(now),
        });
        try {
          await mailLimits.take('confirm_email', { email: wanted, isProven: false });
        } catch (error) {
          await counted.giveBack();
          throw error;
        }
      }
      await withTransaction(async (tx) => {
        const before = await tx.accounts.lock(userId);
        // The session may have ended while the call waited, for example by the password reset of an account that
        // another person uses.
        if (before.tokenVersion !== tokenVersion) throw new AppError('unauthorized');
        if (Object.keys(changes).length > 0) await tx.accounts.update(userId, changes);
        if (wanted === undefined) return;
        if (!differs(before.email)) {
          if (before.pendingEmail !== null) await email.cancelChange(tx, userId);
        } else if (differs(before.pendingEmail)) {
          await email.change(tx, userId, before, wanted);
        }
      }, `user ${userId}`);
      return toUser(await repos.accounts.get(userId), token);
    },

    /** Raises the sign-up step. A step below the stored step changes nothing. */
    async raiseSignupStep(caller: Caller, step: number): Promise<User> {
      if (step > SIGNUP_STEP.services) await repos.accounts.raiseSignupStep(caller.userId, step);
      return this.getUser(caller);
    },

    /** Stores the referral source of the user, which replaces an earlier source. */
    async saveReferralSource({ userId }: Pick<Caller, 'userId'>, given: GivenReferral): Promise<Referral> {
      const details = given.details || null;
      await repos.accounts.saveReferralSource(userId, given.referral_source, details);
      return { referral_source: given.referral_source, details };
    },
  };
}

export type AccountsService = ReturnType<typeof createAccountsService>;
