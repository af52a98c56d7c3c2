import { DisplayName, type FieldErrors, MESSAGES, type SignUp } from '@marquee/contracts';
import type { z } from 'zod';
import type { BotCheck } from '#src/clients/bot-check.ts';
import { AppError } from '#src/core/errors.ts';
import type { TrialHash } from '#src/core/secrets.ts';
import type { WithTransaction } from '#src/data/database.ts';
import { ipKey, type Limits } from '#src/http/rate-limits.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import type { TrialsRepository } from '#src/modules/plans/trials.repository.ts';
import type { RoundsRepository } from '#src/modules/rounds/rounds.repository.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import type { CodesRepository } from './codes.repository.ts';
import { refuseCommon } from './common-passwords.ts';
import type { EmailService } from './email.service.ts';
import type { MailLimits } from './mail-limits.ts';
import { refuseOwnNames } from './own-names.ts';
import type { Passwords } from './passwords.ts';
import type { Session, Visitor } from './sessions.service.ts';
import type { CountSignIn } from './sign-in-counts.ts';

const DAY_MS = 24 * 60 * 60_000;
/** So long a client may repeat a sign-up whose reply did not reach it. */
const RETRY_MS = 10 * 60_000;

/** Returns whether a repeated sign-up can be a retry of the one that made this account. */
export const isRetryable = (user: { createdAt: Date; signedInAt: Date | null }): boolean =>
  user.signedInAt === null && Date.now() - user.createdAt.getTime() < RETRY_MS;

interface Repos {
  accounts: AccountsRepository;
  codes: CodesRepository;
  outbox: Pick<OutboxRepository, 'add'>;
  trials: Pick<TrialsRepository, 'give' | 'setHolder'>;
  rounds: RoundsRepository;
}

/** What else is stored with a new account, or not at all. */
type Further = (tx: Pick<Repos, 'rounds'>, userId: number) => Promise<void>;

interface Dependencies {
  repos: Pick<Repos, 'accounts'>;
  withTransaction: WithTransaction<Repos>;
  env: { BILLING: 'on' | 'off'; TRIAL_DAYS: number; EMAIL_PROOF: 'on' | 'off' };
  email: Pick<EmailService, 'prepareConfirmation'>;
  hashTrialAddress: (email: string) => TrialHash;
  passwords: Pick<Passwords, 'hash' | 'matches'>;
  countSignIn: CountSignIn;
  limits: Pick<Limits, 'take'>;
  mailLimits: Pick<MailLimits, 'tryTake'>;
  botCheck: Pick<BotCheck, 'verify'>;
}

/** Creates accounts. Checks before sign-up whether an address or a display name is free. */
export function createSignUpService(deps: Dependencies) {
  const { repos, withTransaction, env, passwords, limits, mailLimits, botCheck, email, hashTrialAddress } =
    deps;
  const { countSignIn } = deps;
  const trialDays = env.BILLING === 'off' ? 0 : env.TRIAL_DAYS;

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

  /**
   * Returns the session of the account that the same sign-up made shortly before, whose client did not get the reply. Nobody may
   * guess passwords so, so every such try counts as a failed login.
   */
  async function retry(ip: string, given: z.output<typeof SignUp>['user']): Promise<Session | null> {
    const user = await repos.accounts.findByEmail(given.email);
    if (!user || !isRetryable(user) || user.disabledAt !== null || user.displayName !== given.display_name)
      return null;
    await countSignIn(ip, given.email);
    const isSame = await passwords.matches(given.password, user.passwordHash);
    return isSame ? { userId: user.id, tokenVersion: user.tokenVersion } : null;
  }

  return {
    /** Creates an account. Triggers create the two system lists and assign open invitations of the address. */
    async signUp(
      { ip }: Visitor,
      { user: given }: z.output<typeof SignUp>,
      further?: Further,
    ): Promise<Session> {
      await refuseCommon(given.password);
      refuseOwnNames(given.password, [given.display_name, given.email]);
      await limits.take('signUps', ipKey(ip));
      const known = further ? null : await retry(ip, given);
      if (known) return known;
      await refuseTaken(given.email, given.display_name);
      const passwordHash = await passwords.hash(given.password);
      // Over the limit, the account gets no mail. Its owner can have the confirmation link sent later.
      const welcome = await mailLimits.tryTake('welcome', { email: given.email, isProven: false });
      return withTransaction(async (tx) => {
        const trialAddress = hashTrialAddress(given.email);
        const hasTrial = trialDays > 0 && (await tx.trials.give(trialAddress));
        await tx.accounts.freeEmail(given.email);
        const user = await tx.accounts.create({
          email: given.email,
          displayName: given.display_name,
          passwordHash,
          emailVerifiedAt: env.EMAIL_PROOF === 'off' ? new Date() : null,
          trialEndsAt: hasTrial ? new Date(Date.now() + trialDays * DAY_MS) : null,
        });
        if (hasTrial)
          await tx.trials.setHolder(trialAddress, { userId: user.id, isProven: env.EMAIL_PROOF === 'off' });
        if (welcome) {
          const nonce = await email.prepareConfirmation(tx, user.id, given.email);
          await tx.outbox.add({ kind: 'welcome', userId: user.id, payload: { nonce } });
        }
        await further?.(tx, user.id);
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

    /** Returns error messages about an invalid or taken display name. The array is empty when the name can be used. */
    async checkDisplayName({ ip }: Visitor, displayName: string): Promise<string[]> {
      await limits.take('checks', ipKey(ip));
      const parsed = DisplayName.safeParse(displayName);
      if (!parsed.success) return [...new Set(parsed.error.issues.map((issue) => issue.message))];
      return (await repos.accounts.isDisplayNameTaken(parsed.data)) ? [MESSAGES.displayNameTaken] : [];
    },
  };
}

export type SignUpService = ReturnType<typeof createSignUpService>;
