import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { PlansService } from './plans.service.ts';

export function registerPlans(app: FastifyInstance, plans: PlansService): void {
  serve(app, 'GET /api/v1/plans', () => plans.listPlans());
}
