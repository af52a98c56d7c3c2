import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { WorthItService } from './worth.service.ts';

export function registerWorth(app: FastifyInstance, worth: WorthItService): void {
  serve(app, 'GET /api/v1/worth', ({ caller, query }) => worth.get(caller, query));
  serve(app, 'PUT /api/v1/worth/prices', ({ caller, query, body }) => worth.savePrices(caller, query, body));
}
