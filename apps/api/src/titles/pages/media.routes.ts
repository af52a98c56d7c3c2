import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { MediaService } from './media.service.ts';

export function registerMedia(app: FastifyInstance, media: MediaService): void {
  serve(app, 'GET /api/v2/media', ({ caller, query }) => media.select(caller, query));
  serve(app, 'GET /api/v1/media', ({ caller, query }) => media.selectV1(caller, query));
  serve(app, 'GET /api/v1/media/to_rate', ({ caller, query }) => media.listToRate(caller, query));
  serve(app, 'GET /api/v1/media/rating_history', ({ caller, query }) => media.listHistory(caller, query));
  serve(app, 'GET /api/v1/media/{id}', ({ caller, params }) => media.get(caller, params.id));
}
