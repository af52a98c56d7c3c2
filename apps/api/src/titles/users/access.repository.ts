import type { Read } from '#src/data/reader.ts';
import { memberUntil, type SubscriptionFacts } from '#src/modules/plans/access.ts';

/** The facts about a user that authentication needs. */
export interface Access {
  readonly tokenVersion: number;
  readonly disabled: boolean;
  /** End of access in milliseconds since 1970. */
  readonly memberUntil: number;
  /** Hashes of the tokens that the user ended by a logout. */
  readonly endedTokens: readonly string[];
}

type AccessRow = Omit<SubscriptionFacts, 'pricing'> & {
  tokenVersion: number;
  disabled: boolean;
  isRecurring: boolean | null;
  endedTokens: string[];
};

const ACCESS = {
  name: 'access',
  text: `
      SELECT u.token_version AS "tokenVersion", u.disabled_at IS NOT NULL AS disabled,
        u.trial_ends_at AS "trialEndsAt", u.plan_id AS "planId",
        u.subscription_processor::text AS "subscriptionProcessor", u.subscription_status::text AS "subscriptionStatus",
        u.current_period_end AS "currentPeriodEnd", u.cancel_at_period_end AS "cancelAtPeriodEnd",
        p.is_recurring AS "isRecurring",
        ARRAY(SELECT token_hash FROM ended_tokens WHERE user_id = u.id AND expires_at > now()) AS "endedTokens"
      FROM users u LEFT JOIN pricings p ON p.id = u.pricing_id WHERE u.id = $1`,
};

export const createAccessRepository = (read: Read) => ({
  /** Returns null when the user does not exist. */
  async findAccess(userId: number): Promise<Access | null> {
    const [row] = await read<AccessRow>(ACCESS, [userId]);
    if (!row) return null;
    const { tokenVersion, disabled, isRecurring, endedTokens, ...facts } = row;
    const pricing = isRecurring === null ? null : { isRecurring };
    return { tokenVersion, disabled, endedTokens, memberUntil: memberUntil({ ...facts, pricing }) };
  },
});
