import type { Converged } from './convergence.service.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The longest trial that Stripe allows, in days. */
const TRIAL_DAYS_MAX = 730;

/**
 * Returns the latest end of the trial, the pass and the period of the subscription. Returns null when all of
 * them have ended.
 */
export function paidUntil({ user, subscription }: Pick<Converged, 'user' | 'subscription'>): Date | null {
  const hasPass = user.pricing?.isRecurring === false && user.subscriptionStatus === 'active';
  const { periodEnd, ending } = subscription ?? { periodEnd: null, ending: null };
  // A subscription may be set to end within its period.
  const paid = periodEnd && ending && ending.at < periodEnd ? ending.at : periodEnd;
  const ends = [user.trialEndsAt, paid, hasPass ? user.currentPeriodEnd : null];
  const last = Math.max(...ends.map((end) => end?.getTime() ?? 0));
  return last > Date.now() ? new Date(last) : null;
}

/** Returns the whole days until `end`, rounded up, so that a new subscription is never charged early. */
export const daysUntil = (end: Date | null): number =>
  end === null ? 0 : Math.min(TRIAL_DAYS_MAX, Math.ceil((end.getTime() - Date.now()) / DAY_MS));
