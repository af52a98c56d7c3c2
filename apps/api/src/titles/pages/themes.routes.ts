import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { ThemesService } from './themes.service.ts';

export function registerThemes(app: FastifyInstance, themes: ThemesService): void {
  serve(app, 'GET /api/v1/themes', async ({ query }) => ({ themes: themes.list(query.query) }));
}
