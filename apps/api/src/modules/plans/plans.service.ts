import type { Plan } from '@marquee/contracts';
import type { PlacesRepository } from './places.repository.ts';
import { mapPlan } from './plans.mapper.ts';
import type { PlanRow, PlansRepository } from './plans.repository.ts';

interface Dependencies {
  repos: { places: PlacesRepository; plans: PlansRepository };
  env: { BILLING: 'on' | 'off'; TRIAL_DAYS: number; EARLY_ADOPTER_PLACES: number };
}

export const createPlansService = ({ repos, env }: Dependencies) => {
  const hasPlace = async ({ id, places }: PlanRow): Promise<boolean> =>
    places === null || (await repos.places.countTaken(id)) < env.EARLY_ADOPTER_PLACES;

  return {
    /**
     * Returns all plans on offer, and the length of the trial in days. Leaves out a limited plan without free places.
     */
    async listPlans(): Promise<{ plans: Plan[]; trial_days: number }> {
      if (env.BILLING === 'off') return { plans: [], trial_days: 0 };
      const plans: PlanRow[] = [];
      for (const plan of await repos.plans.listActive()) if (await hasPlace(plan)) plans.push(plan);
      return { plans: plans.map(mapPlan), trial_days: env.TRIAL_DAYS };
    },
  };
};

export type PlansService = ReturnType<typeof createPlansService>;
