import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { InteractionsService } from './interactions.service.ts';

export function registerInteractions(app: FastifyInstance, interactions: InteractionsService): void {
  serve(app, 'POST /api/v1/user_interactions', async ({ caller, body, reply }) => {
    const { user_interaction, isNew } = await interactions.create(caller, body.user_interaction);
    reply.code(isNew ? 201 : 200);
    return { user_interaction };
  });
  serve(app, 'GET /api/v1/user_interactions', async ({ caller }) => ({
    user_interactions: await interactions.list(caller),
  }));
  serve(app, 'GET /api/v1/user_interactions/{id}', async ({ caller, params }) => ({
    user_interaction: await interactions.get(caller, params.id),
  }));
  serve(app, 'PUT /api/v1/user_interactions/{id}', async ({ caller, params, body }) => ({
    user_interaction: await interactions.answer(caller, params.id, body.user_interaction),
  }));
}
