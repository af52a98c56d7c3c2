import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { OffersService } from './offers.service.ts';

export function registerOffers(app: FastifyInstance, offers: OffersService): void {
  serve(app, 'POST /api/v1/media/{id}/wrong_offer', ({ caller, params, body, reply }) => {
    reply.code(201);
    return offers.reportWrong(caller, params.id, body.provider_medium_id);
  });
}
