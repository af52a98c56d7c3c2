import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { RatingsService } from './ratings.service.ts';

export function registerRatings(app: FastifyInstance, ratings: RatingsService): void {
  serve(app, 'GET /api/v1/media/{id}/user_medium_ratings', async ({ caller, params }) => ({
    user_medium_rating: await ratings.get(caller, params.id),
  }));
  serve(app, 'POST /api/v1/media/{id}/user_medium_ratings', async ({ caller, params, body, reply }) => {
    const { user_medium_rating, isFirst } = await ratings.rate(caller, params.id, body.user_medium_rating);
    reply.code(isFirst ? 201 : 200);
    return { user_medium_rating };
  });
  serve(app, 'DELETE /api/v1/media/{id}/user_medium_ratings', async ({ caller, params }) => {
    await ratings.delete(caller, params.id);
    return undefined;
  });
  serve(app, 'POST /api/v1/media/{id}/user_medium_hiddens', async ({ caller, params }) => ({
    medium: await ratings.setHidden(caller, params.id, true),
  }));
  serve(app, 'POST /api/v1/media/{id}/user_medium_hiddens/remove', async ({ caller, params }) => ({
    medium: await ratings.setHidden(caller, params.id, false),
  }));
  serve(app, 'PUT /api/v1/media/{id}/user_medium_settings/0', async ({ caller, params, body }) => ({
    user_medium_setting: await ratings.saveSetting(caller, params.id, body.user_medium_setting),
  }));
  serve(app, 'GET /api/v1/system_medium_tags', async ({ query }) => ({
    system_medium_tags: await ratings.listTags(query.query),
  }));
}
