import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { WishesService } from './wishes.service.ts';

export function registerWishes(app: FastifyInstance, wishes: WishesService): void {
  serve(app, 'GET /api/v1/wishes', ({ caller }) => wishes.list(caller));
  serve(app, 'POST /api/v1/wishes', async ({ caller, body, reply }) => {
    const { wish, isNew } = await wishes.create(caller, body.query);
    reply.code(isNew ? 201 : 200);
    return { wish };
  });
  serve(app, 'DELETE /api/v1/wishes/{id}', async ({ caller, params }) => {
    await wishes.delete(caller, params.id);
    return undefined;
  });
}
