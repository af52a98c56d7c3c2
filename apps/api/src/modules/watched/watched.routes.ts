import { PAGE_SIZE } from '@marquee/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { WatchedService } from './watched.service.ts';

export function registerWatched(app: FastifyInstance, watched: WatchedService): void {
  serve(app, 'GET /api/v1/watch_hook', ({ caller }) => watched.get(caller));
  serve(app, 'POST /api/v1/watch_hook', ({ caller, body }) => watched.save(caller, body));
  serve(app, 'PATCH /api/v1/watch_hook', ({ caller, body }) => watched.update(caller, body));
  serve(app, 'DELETE /api/v1/watch_hook', async ({ caller }) => {
    await watched.delete(caller);
    return undefined;
  });
  serve(app, 'GET /api/v1/watch_hook/reports', ({ caller, query }) =>
    watched.listReports(caller, { page: query.page, perPage: query.per_page ?? PAGE_SIZE }),
  );
  serve(app, 'GET /api/v1/watch_hook/events', ({ caller, query }) =>
    watched.listEvents(caller, { page: query.page, perPage: query.per_page ?? PAGE_SIZE }),
  );
  serve(app, 'POST /api/v1/watch_hook/events/{id}/undo', ({ caller, params }) =>
    watched.undo(caller, params.id),
  );
  // Media servers send forms, and JSON under several content types, so report-body.ts reads the bytes.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    serve(scope, 'POST /hooks/watched/{secret}', async ({ params, request }) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await watched.receive(request.ip, params.secret, {
        contentType: request.headers['content-type'] ?? '',
        body,
      });
      return undefined;
    });
  });
}
