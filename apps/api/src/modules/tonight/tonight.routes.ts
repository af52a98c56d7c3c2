import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { TonightService } from './tonight.service.ts';

export function registerTonight(app: FastifyInstance, tonight: TonightService): void {
  serve(app, 'GET /api/v1/tonight', ({ caller, query }) => tonight.pick(caller, query));
  serve(app, 'POST /api/v1/tonight/{id}/not_tonight', async ({ caller, params }) => {
    await tonight.notTonight(caller, params.id);
    return undefined;
  });
  serve(app, 'DELETE /api/v1/tonight/{id}/not_tonight', async ({ caller, params }) => {
    await tonight.againTonight(caller, params.id);
    return undefined;
  });
}
