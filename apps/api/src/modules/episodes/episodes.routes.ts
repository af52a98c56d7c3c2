import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { CalendarService } from './calendar.service.ts';
import type { EpisodesService } from './episodes.service.ts';
import type { UpNextService } from './up-next.service.ts';

interface Services {
  episodes: EpisodesService;
  upNext: UpNextService;
  calendar: CalendarService;
}

export function registerEpisodes(app: FastifyInstance, { episodes, upNext, calendar }: Services): void {
  serve(app, 'GET /api/v1/media/{id}/episodes', ({ caller, params }) => episodes.list(caller, params.id));
  serve(app, 'PUT /api/v1/media/{id}/episodes', ({ caller, params, body }) =>
    episodes.save(caller, params.id, body),
  );
  serve(app, 'PUT /api/v1/media/{id}/watching', async ({ caller, params, body }) => ({
    progress: await episodes.setState(caller, params.id, body),
  }));
  serve(app, 'GET /api/v1/up_next', ({ caller, query }) => upNext.list(caller, query));
  serve(app, 'GET /api/v1/calendar', ({ caller, query }) => calendar.list(caller, query));
}
