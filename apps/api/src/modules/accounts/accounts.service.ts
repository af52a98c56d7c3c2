import {
  DisplayName,
  type FieldErrors,
  type GiveReferralSource,
  MESSAGES,
  type ReferralCode,
  SIGNUP_STEP,
  type SignIn,
  type SignUp,
  type UpdateUser,
  type User,
} from '@marquee/contracts';
import type { z } from 'zod';
import type { BotCheck } from '#src/clients/bot-check.ts';
import { AppError } from '#src/core/errors.ts';
import { createTurns } from '#src/core/gate.ts';
import { hashToken, type Secrets } from '#src/core/secrets.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { Caller } from '#src/http/authentication.ts';
import { ipKey, type Limits } from '#src/http/rate-limits.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import type { TrialsRepository } from '#src/modules/plans/trials.repository.ts';
import { mapUser } from './accounts.mapper.ts';
import type { AccountsRepository, UserChanges, UserRow } from './accounts.repository.ts';
import type { CodesRepository } from './codes.repository.ts';
import { refuseCommon } from './common-passwords.ts';
import type { EmailService } from './email.service.ts';
import type { Passwords } from './passwords.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Waiting logins per address and IP; each costs one password hash. */
const SIGN_INS_WAITING_MAX = 50;

interface Repos {
  accounts: AccountsRepository;
  codes: CodesRepository;
  outbox: Pick<OutboxRepository, 'add'>;
  trials: Pick<TrialsRepository, 'give'>;
}

interface Dependencies {
  repos: Pick<Repos, 'accounts'>;
  withTransaction: WithTransaction<Repos>;
  env: { BILLING: 'on' | 'off'; TRIAL_DAYS: number; EMAIL_PROOF: 'on' | 'off' };
  email: EmailService;
  hashTrialAddress: (email: string) => string;
  passwords: Passwords;
  limits: Limits;
  botCheck: BotCheck;
  secrets: Pick<Secrets, 'hashAddress'>;
  /** Accounts that may not sign in. */
  closedAddresses: readonly string[];
}

/** An anonymous caller, known only by their IP address. */
export interface Visitor {
  ip: string;
}

type GivenReferral = z.output<typeof GiveReferralSource>['referral_source'];

interface Referral {
  referral_source: ReferralCode;
  details: string | null;
}

/** The content of a token. */
export interface Session {
  userId: number;
  tokenVersion: number;
}

const toDate = (day: string | null): Date | null => (day === null ? null : new Date(`${day}T00:00:00Z`));

/** A missing field stays undefined, so the column keeps its value. */
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
    notifySharedList: notify.shared_list,
    notifyAddedMediumToList: notify.added_medium_to_list,
    notifyRemovedMediumFromList: notify.removed_medium_from_list,
    notifyDeletedList: notify.deleted_list,
    notifyAcceptedList: notify.accepted_list,
    notifyRateMovieWatched: notify.rate_movie_watched,
    digestLeavingSoon: given.digest_preferences?.leaving_soon,
    digestNewOnServices: given.digest_preferences?.new_on_services,
    country: given.country,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

export function createAccountsService(deps: Dependencies) {
  const { repos, withTransaction, env, passwords, limits, botCheck, secrets, email, hashTrialAddress } = deps;
  const isClosed = (address: string): boolean => deps.closedAddresses.includes(address.toLowerCase());

  const trialDays = env.BILLING === 'off' ? 0 : env.TRIAL_DAYS;
  const inTurn = createTurns(SIGN_INS_WAITING_MAX);

  const toUser = (row: UserRow, token: string): User =>
    mapUser(row, token, { verified: email.isProven(row), isOpenToAll: env.BILLING === 'off' });

  async function refuseTaken(email: string, displayName: string): Promise<void> {
    const [emailTaken, nameTaken] = await Promise.all([
      repos.accounts.isEmailTaken(email),
      repos.accounts.isDisplayNameTaken(displayName),
    ]);
    const errors: FieldErrors = {
      ...(emailTaken && { email: [MESSAGES.emailTaken] }),
      ...(nameTaken && { display_name: [MESSAGES.displayNameTaken] }),
    };
    if (emailTaken || nameTaken) throw new AppError('invalid', { errors });
  }

  return {
    /**
     * Counts failures by address and IP, but none without a proof: a flood of calls then neither fills the memory of
     * the limit nor blocks the logins of the address. An unknown address costs the same bcrypt work and gets the same
     * reply as a wrong password. `account_disabled` requires the right password.
     */
    async signIn({ ip }: Visitor, { user: given, recaptcha }: z.output<typeof SignIn>): Promise<Session> {
      const key = `${secrets.hashAddress(given.email)}:${ipKey(ip)}`;
      await botCheck.verify({ proof: recaptcha, action: 'login', ip });
      // One at a time, so that simultaneous right passwords are not counted as failures.
      return inTurn(key, async () => {
        // Counted before the comparison, so that simultaneous guesses in other processes cannot exceed the limit.
        await limits.take('failedSignIns', key);
        let guessedWrong = false;
        try {
          const user = await repos.accounts.findByEmail(given.email);
          const matches = await passwords.matches(given.password, user?.passwordHash ?? null);
          if (!user || !matches || isClosed(given.email)) {
            guessedWrong = true;
            throw new AppError('invalid_credentials');
          }
          if (user.disabledAt !== null) throw new AppError('account_disabled');
          return { userId: user.id, tokenVersion: user.tokenVersion };
        } finally {
          if (!guessedWrong) await limits.giveBack('failedSignIns', key);
        }
      });
    },

    /** Triggers create the two system lists and assign open invitations of the address. */
    async signUp({ ip }: Visitor, { user: given }: z.output<typeof SignUp>): Promise<Session> {
      refuseCommon(given.password);
      await limits.take('signUps', ipKey(ip));
      await refuseTaken(given.email, given.display_name);
      const passwordHash = await passwords.hash(given.password);
      return withTransaction(async (tx) => {
        const hasTrial = trialDays > 0 && (await tx.trials.give(hashTrialAddress(given.email)));
        const user = await tx.accounts.create({
          email: given.email,
          displayName: given.display_name,
          passwordHash,
          emailVerifiedAt: env.EMAIL_PROOF === 'off' ? new Date() : null,
          trialEndsAt: hasTrial ? new Date(Date.now() + trialDays * DAY_MS) : null,
        });
        const nonce = await email.prepareConfirmation(tx, user.id, given.email);
        await tx.outbox.add({ kind: 'welcome', userId: user.id, payload: { nonce } });
        return { userId: user.id, tokenVersion: user.tokenVersion };
      });
    },

    async isEmailTaken(
      { ip }: Visitor,
      { email, recaptcha }: { email: string; recaptcha?: string | null | undefined },
    ): Promise<boolean> {
      await limits.take('checks', ipKey(ip));
      await botCheck.verify({ proof: recaptcha, action: 'signup_email', ip });
      return repos.accounts.isEmailTaken(email);
    },

    /** Sentences about an invalid or taken display name; empty when it is free. */
    async checkDisplayName({ ip }: Visitor, displayName: string): Promise<string[]> {
      await limits.take('checks', ipKey(ip));
      const parsed = DisplayName.safeParse(displayName);
      if (!parsed.success) return [...new Set(parsed.error.issues.map((issue) => issue.message))];
      return (await repos.accounts.isDisplayNameTaken(parsed.data)) ? [MESSAGES.displayNameTaken] : [];
    },

    async getUser({ userId, token }: Pick<Caller, 'userId' | 'token'>): Promise<User> {
      return toUser(await repos.accounts.get(userId), token);
    },

    /** A new address waits as `pending_email` until it is confirmed (`email.service.ts`). The same address cancels it. */
    async updateUser({ userId, token }: Caller, { user: given }: z.output<typeof UpdateUser>): Promise<User> {
      const changes = toChanges(given);
      const wanted = given.email;
      const differs = (from: string | null) =>
        wanted !== undefined && wanted.toLowerCase() !== from?.toLowerCase();
      const now = await repos.accounts.get(userId);
      if (differs(now.email) && differs(now.pendingEmail))
        await limits.take('mails', `email_changed:${secrets.hashAddress(now.email)}`);
      await withTransaction(async (tx) => {
        const before = await tx.accounts.lock(userId);
        if (Object.keys(changes).length > 0) await tx.accounts.update(userId, changes);
        if (wanted === undefined) return;
        if (!differs(before.email)) {
          if (before.pendingEmail !== null) await tx.accounts.setEmail(userId, { pendingEmail: null });
        } else if (differs(before.pendingEmail)) {
          await email.change(tx, userId, before.email, wanted);
        }
      });
      return toUser(await repos.accounts.get(userId), token);
    },

    /** Ends the presented token, or every token of the user. */
    async signOut(
      { userId, token, expiresAt }: Caller,
      { everywhere }: { everywhere?: boolean | undefined },
    ) {
      if (everywhere) await repos.accounts.endEveryToken(userId);
      else await repos.accounts.endToken(userId, hashToken(token), expiresAt);
    },

    /** A step below the stored one changes nothing. */
    async raiseSignupStep(caller: Caller, step: number): Promise<User> {
      if (step > SIGNUP_STEP.services) await repos.accounts.raiseSignupStep(caller.userId, step);
      return this.getUser(caller);
    },

    /** One per user; another one replaces it. */
    async saveReferralSource({ userId }: Pick<Caller, 'userId'>, given: GivenReferral): Promise<Referral> {
      const details = given.details || null;
      await repos.accounts.saveReferralSource(userId, given.referral_source, details);
      return { referral_source: given.referral_source, details };
    },
  };
}

export type AccountsService = ReturnType<typeof createAccountsService>;
