import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { OffersService } from './offers.service.ts';

export function registerOffers(app: FastifyInstance, offers: OffersService): void {
  serve(app, 'POST /api/v1/media/{id}/wrong_offer', ({ caller, params, body, reply }) => {
    reply.code(201);
    return offers.reportWrong(caller, params.id, body);
  });
  serve(app, 'DELETE /api/v1/media/{id}/wrong_offer/{provider_medium_id}', async ({ caller, params }) => {
    await offers.takeBack(caller, params.id, params.provider_medium_id);
    return undefined;
  });
  serve(app, 'GET /api/v1/countries', async () => ({ countries: offers.listCountries() }));
}
