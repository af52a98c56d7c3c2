import type { KeyScope } from '@marquee/contracts';
import type { Read } from '#src/data/reader.ts';
import { memberUntil, type SubscriptionFacts } from '#src/modules/plans/access.ts';

/** A personal key, by the hash of its secret. */
interface AccessKey {
  readonly id: number;
  readonly secretHash: string;
  readonly scopes: readonly KeyScope[];
  /** In milliseconds since 1970. */
  readonly endsAt: number;
}

/** The facts about a user that authentication needs. */
export interface Access {
  readonly tokenVersion: number;
  readonly disabled: boolean;
  /** End of access in milliseconds since 1970. */
  readonly memberUntil: number;
  /** Hashes of the tokens that the user ended by a logout. */
  readonly endedTokens: readonly string[];
  /** The keys that are not revoked. */
  readonly keys: readonly AccessKey[];
}

type AccessRow = Omit<SubscriptionFacts, 'pricing'> & {
  tokenVersion: number;
  disabled: boolean;
  isRecurring: boolean | null;
  endedTokens: string[];
  keys: (Omit<AccessKey, 'endsAt'> & { endsAt: number | null })[];
};

const ACCESS = {
  name: 'access',
  text: `
      SELECT u.token_version AS "tokenVersion", u.disabled_at IS NOT NULL AS disabled,
        u.trial_ends_at AS "trialEndsAt", u.plan_id AS "planId",
        u.subscription_processor::text AS "subscriptionProcessor", u.subscription_status::text AS "subscriptionStatus",
        u.current_period_end AS "currentPeriodEnd", u.cancel_at_period_end AS "cancelAtPeriodEnd",
        p.is_recurring AS "isRecurring",
        ARRAY(SELECT token_hash FROM ended_tokens WHERE user_id = u.id AND expires_at > now()) AS "endedTokens",
        ARRAY(SELECT jsonb_build_object('id', id, 'secretHash', secret_hash, 'scopes', scopes,
          'endsAt', extract(epoch FROM expires_on) * 1000) FROM personal_keys WHERE user_id = u.id) AS keys
      FROM users u LEFT JOIN pricings p ON p.id = u.pricing_id WHERE u.id = $1`,
};

export const createAccessRepository = (read: Read) => ({
  /** Returns null when the user does not exist. */
  async findAccess(userId: number): Promise<Access | null> {
    const [row] = await read<AccessRow>(ACCESS, [userId]);
    if (!row) return null;
    const { tokenVersion, disabled, isRecurring, endedTokens, keys: found, ...facts } = row;
    const keys = found.map((key) => ({ ...key, endsAt: key.endsAt ?? Number.POSITIVE_INFINITY }));
    const pricing = isRecurring === null ? null : { isRecurring };
    return { tokenVersion, disabled, endedTokens, keys, memberUntil: memberUntil({ ...facts, pricing }) };
  },
});
