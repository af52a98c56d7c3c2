import type { ReferralCode } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';

/** Saves how the caller heard of Marquee. `details` are sent only with Other. */
export async function giveReferralSource(source: ReferralCode, details: string | null): Promise<void> {
  await api('POST /api/v1/referral_sources', {
    body: { referral_source: { referral_source: source, details } },
  });
}
