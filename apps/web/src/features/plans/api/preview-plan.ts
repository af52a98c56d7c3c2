import type { Plan } from '@marquee/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

/** Returns the query for the charges of choosing a plan. The charges change with time, so no reply is cached. */
export function planPreviewQuery(plan: Plan) {
  const price = plan.pricings[0];
  return queryOptions({
    queryKey: ['plan-preview', plan.plan_id],
    queryFn: ({ signal }) =>
      api('POST /api/v1/plans/preview', {
        body: { plan_id: plan.plan_id, ...(price && { price_id: price.id }) },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
  });
}
