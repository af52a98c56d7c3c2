import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#src/core/errors.ts';
import { serve } from '#src/http/serve.ts';
import type { ImportsService } from './imports.service.ts';

export function registerImports(app: FastifyInstance, imports: ImportsService): void {
  // This scope has no body parsers. It streams application/octet-stream to disk, and refuses every other
  // content type.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
    serve(scope, 'POST /api/v1/user/imports', async ({ caller, query, request }) => {
      if (!(request.body instanceof Readable))
        throw new AppError('bad_request', { message: 'Please send the file as application/octet-stream.' });
      const length = request.headers['content-length'];
      return imports.upload(caller, query, {
        body: request.body,
        length: length === undefined ? null : Number(length),
      });
    });
  });
  serve(app, 'GET /api/v1/user/imports', ({ caller }) => imports.list(caller));
  serve(app, 'GET /api/v1/user/imports/{id}', ({ caller, params, query }) =>
    imports.get(caller, params.id, query),
  );
  serve(app, 'PATCH /api/v1/user/imports/{id}', ({ caller, params, body }) =>
    imports.change(caller, params.id, body),
  );
  serve(app, 'POST /api/v1/user/imports/{id}/confirm', ({ caller, params, body }) =>
    imports.confirm(caller, params.id, body ?? { choices: [] }),
  );
  serve(app, 'POST /api/v1/user/imports/{id}/undo', ({ caller, params }) => imports.undo(caller, params.id));
}
