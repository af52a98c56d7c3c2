import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { PushService } from './push.service.ts';

export function registerPush(app: FastifyInstance, push: PushService): void {
  serve(app, 'GET /api/v1/push', async () => push.getKey());
  serve(app, 'PUT /api/v1/push', async ({ caller, body }) => {
    await push.save(caller, body);
    return undefined;
  });
  serve(app, 'DELETE /api/v1/push', async ({ caller, body }) => {
    await push.delete(caller, body.endpoint);
    return undefined;
  });
}
