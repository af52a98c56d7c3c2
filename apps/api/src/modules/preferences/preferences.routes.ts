import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { PreferencesService } from './preferences.service.ts';

export function registerPreferences(app: FastifyInstance, preferences: PreferencesService): void {
  serve(app, 'GET /api/v1/user_preferences', async ({ caller }) => {
    const [saved, sources] = await Promise.all([
      preferences.getPreferences(caller),
      preferences.listRatingSources(),
    ]);
    return { user_preferences: saved, critical_rating_sources: sources };
  });
  serve(app, 'POST /api/v1/user_preferences/save', async ({ caller, body }) => ({
    user_preferences: await preferences.savePreference(caller, body.user_preference),
  }));
  serve(app, 'GET /api/v1/user_medium_providers', ({ caller }) => preferences.getProviders(caller));
  serve(app, 'POST /api/v1/user_medium_providers/update_all', ({ caller, body }) =>
    preferences.updateProviders(caller, body.medium_providers_ids),
  );
  serve(app, 'GET /api/v1/user_medium_genres', async ({ caller }) => ({
    user_medium_genres: await preferences.getGenres(caller),
    age_ratings: [...preferences.listAgeRatings()],
  }));
  serve(app, 'POST /api/v1/user_medium_genres/update_all', async ({ caller, body }) => ({
    user_medium_genres: await preferences.updateGenres(caller, body.genres_ids),
    age_ratings: [...preferences.listAgeRatings()],
  }));
}
