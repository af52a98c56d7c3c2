import type { Plan } from '@marquee/contracts';
import type { PlacesRepository } from './places.repository.ts';
import { mapPlan } from './plans.mapper.ts';
import type { PlanRow, PlansRepository } from './plans.repository.ts';

interface Dependencies {
  repos: { places: PlacesRepository; plans: PlansRepository };
  env: { BILLING: 'on' | 'off'; TRIAL_DAYS: number; EARLY_ADOPTER_PLACES: number };
}

const MONTHS = { month: 1, year: 12 };

/** Returns the plan with the recurring price that costs least a month. */
function cheapestByMonth(plans: readonly PlanRow[]): PlanRow | undefined {
  const byMonth = (plan: PlanRow): number =>
    Math.min(
      ...plan.pricings.map(({ interval, isRecurring, priceInCents }) =>
        isRecurring && interval ? priceInCents / MONTHS[interval] : Number.POSITIVE_INFINITY,
      ),
    );
  const recurring = plans.filter((plan) => Number.isFinite(byMonth(plan)));
  return recurring.sort((a, b) => byMonth(a) - byMonth(b))[0];
}

export const createPlansService = ({ repos, env }: Dependencies) => {
  const countPlacesLeft = async ({ id, places }: PlanRow): Promise<number | null> =>
    places === null ? null : Math.max(0, env.EARLY_ADOPTER_PLACES - (await repos.places.countTaken(id)));

  return {
    /**
     * Returns all plans on offer, and the length of the trial in days. Leaves out a limited plan without free places.
     */
    async listPlans(): Promise<{ plans: Plan[]; trial_days: number }> {
      if (env.BILLING === 'off') return { plans: [], trial_days: 0 };
      const rows = await repos.plans.listActive();
      const best = cheapestByMonth(rows);
      const plans: Plan[] = [];
      for (const row of rows) {
        const placesLeft = await countPlacesLeft(row);
        if (placesLeft !== 0) plans.push(mapPlan(row, { placesLeft, recommended: row === best }));
      }
      return { plans, trial_days: env.TRIAL_DAYS };
    },
  };
};

export type PlansService = ReturnType<typeof createPlansService>;
