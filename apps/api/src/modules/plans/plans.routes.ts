import { PAGE_SIZE } from '@marquee/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { ChangeService } from './change.service.ts';
import type { PlansService } from './plans.service.ts';
import type { SubscriptionService } from './subscription.service.ts';

interface Services {
  plans: PlansService;
  planChange: ChangeService;
  subscription: SubscriptionService;
}

/** Registers the calls about plans. With BILLING=off the list of plans is empty, and all other calls return 404. */
export function registerPlans(app: FastifyInstance, services: Services, isBilling: boolean): void {
  const { plans, planChange, subscription } = services;
  serve(app, 'GET /api/v1/plans', () => plans.listPlans());
  if (!isBilling) return;
  serve(app, 'POST /api/v1/plans/change', ({ caller, body }) => planChange.changePlan(caller, body));
  serve(app, 'POST /api/v1/plans/cancel', async ({ caller }) => ({
    canceled: true as const,
    user: await subscription.cancel(caller),
  }));
  serve(app, 'POST /api/v1/plans/sync', async ({ caller, body }) => ({
    user: await subscription.sync(caller, body),
  }));
  serve(app, 'POST /api/v1/plans/manage', async ({ caller, body }) => ({
    redirect_url: await subscription.manage(caller, body),
  }));
  serve(app, 'POST /api/v1/plans/preview', ({ caller, body }) => subscription.preview(caller, body));
  serve(app, 'GET /api/v1/plans/invoices', ({ caller, query: { page, per_page } }) =>
    subscription.listInvoices(caller, { page, perPage: per_page ?? PAGE_SIZE }),
  );
}
