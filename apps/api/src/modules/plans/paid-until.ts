import type { Converged } from './sync.service.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Stripe's limit for a trial. */
const TRIAL_DAYS_MAX = 730;

/** The latest end of the access by trial, pass or canceled subscription; null without any. */
export function paidUntil({ user, subscription }: Pick<Converged, 'user' | 'subscription'>): Date | null {
  const hasPass = user.pricing?.isRecurring === false && user.subscriptionStatus === 'active';
  const ends = [user.trialEndsAt, subscription?.periodEnd ?? null, hasPass ? user.currentPeriodEnd : null];
  const last = Math.max(...ends.map((end) => end?.getTime() ?? 0));
  return last > Date.now() ? new Date(last) : null;
}

/** Whole days until `end`, rounded up, so that a new subscription is never charged early. */
export const daysUntil = (end: Date | null): number =>
  end === null ? 0 : Math.min(TRIAL_DAYS_MAX, Math.ceil((end.getTime() - Date.now()) / DAY_MS));
