import type { Plan } from '@marquee/contracts';
import { mapPlan } from './plans.mapper.ts';
import type { PlansRepository } from './plans.repository.ts';

interface Dependencies {
  repos: { plans: PlansRepository };
  env: { TRIAL_DAYS: number };
}

export const createPlansService = ({ repos, env }: Dependencies) => ({
  /** All plans on offer, and the length of the trial in days. */
  async listPlans(): Promise<{ plans: Plan[]; trial_days: number }> {
    const rows = await repos.plans.listActive();
    return { plans: rows.map(mapPlan), trial_days: env.TRIAL_DAYS };
  },
});

export type PlansService = ReturnType<typeof createPlansService>;
