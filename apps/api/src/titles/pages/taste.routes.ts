import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { TasteService } from './taste.service.ts';

export function registerTaste(app: FastifyInstance, taste: TasteService): void {
  serve(app, 'GET /api/v1/taste', ({ caller }) => taste.get(caller));
  serve(app, 'PATCH /api/v1/taste/groups/{id}', ({ caller, params, body }) =>
    taste.describe(caller, params.id, body),
  );
}
