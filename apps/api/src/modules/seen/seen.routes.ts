import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { SeenService } from './seen.service.ts';

export function registerSeen(app: FastifyInstance, seen: SeenService): void {
  serve(app, 'PUT /api/v1/media/{id}/seen', async ({ caller, params, body }) => {
    await seen.save(caller, params.id, body);
    return undefined;
  });
  serve(app, 'DELETE /api/v1/media/{id}/seen', async ({ caller, params }) => {
    await seen.delete(caller, params.id);
    return undefined;
  });
}
