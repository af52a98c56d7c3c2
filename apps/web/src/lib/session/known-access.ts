import type { User } from '@marquee/contracts';
import { readStored, writeStored } from '#src/lib/storage/storage.ts';

const KEY = 'access_until';

/**
 * Stores until when the user surely has a trial or plan: the boot script runs before the user is loaded, and titles asked
 * for without access only cost a 402. A plan that was renewed since costs one slower visit. Without an end nothing is
 * stored.
 */
export function storeAccess(user: User | null, now = Date.now()): void {
  const isTrial = user?.has_creation_trial && user.product_id === null;
  const end =
    user === null
      ? null
      : !user.trial_or_subscribed
        ? new Date(now).toISOString()
        : isTrial
          ? user.trial_ends_at
          : user.current_period_end;
  if (readStored(KEY) !== end) writeStored(KEY, end);
}

/** Returns whether the user of the last visit may still have access. */
export function mayHaveAccess(now = Date.now()): boolean {
  const end = readStored(KEY);
  return end === null || Date.parse(end) > now;
}
