import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { KeysService } from './keys.service.ts';

export function registerKeys(app: FastifyInstance, keys: KeysService): void {
  serve(app, 'GET /api/v1/keys', ({ caller }) => keys.list(caller));
  serve(app, 'POST /api/v1/keys', ({ caller, body }) => keys.create(caller, body));
  serve(app, 'DELETE /api/v1/keys/{id}', async ({ caller, params }) => {
    await keys.delete(caller, params.id);
    return undefined;
  });
}
