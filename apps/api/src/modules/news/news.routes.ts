import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { NewsService } from './news.service.ts';

export function registerNews(app: FastifyInstance, news: NewsService): void {
  serve(app, 'GET /api/v1/news', ({ caller, query }) => news.list(caller, query));
}
