import { ERROR_MESSAGES, LIMITS } from '@marquee/contracts';
import type { Secrets } from '#src/core/secrets.ts';
import { type Counted, ipKey, type Limits } from '#src/http/rate-limits.ts';

interface Dependencies {
  limits: Pick<Limits, 'takeAll' | 'takeEach' | 'tryTakeEach' | 'giveBack'>;
  secrets: Pick<Secrets, 'hashAddress'>;
}

export type CountSignIn = ReturnType<typeof createSignInCounts>;

/** Counts tries to sign in with a password. */
export function createSignInCounts({ limits, secrets }: Dependencies) {
  /** Counts a try for the address, from whatever IP. When many failed, each IP still has a few attempts. */
  async function countForAddress(address: string, key: string): Promise<Counted> {
    const counted = await limits.tryTakeEach([['failedSignInsByAddress', secrets.hashAddress(address)]]);
    if (counted) return counted;
    const { left } = LIMITS.failedSignInsByAddress;
    await limits.takeAll('failedSignInsByAddress', key, {
      by: 1,
      max: left,
      tooMany: () => ERROR_MESSAGES.too_many_requests,
    });
    return { giveBack: () => limits.giveBack('failedSignInsByAddress', key) };
  }

  /**
   * Counts a try before the comparison, so that simultaneous guesses in other processes cannot exceed the limit. A try that one
   * limit refuses counts for none. The caller gives back a try that did not fail.
   */
  return async (ip: string, address: string): Promise<Counted> => {
    const key = `${secrets.hashAddress(address)}:${ipKey(ip)}`;
    const counted = await limits.takeEach([
      ['failedSignInsByIp', ipKey(ip)],
      ['failedSignIns', key],
    ]);
    const overall = await countForAddress(address, key).catch(async (error) => {
      await counted.giveBack();
      throw error;
    });
    return {
      async giveBack() {
        await counted.giveBack();
        await overall.giveBack();
      },
    };
  };
}
