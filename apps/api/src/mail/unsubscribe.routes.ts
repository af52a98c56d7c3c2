import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '#src/core/errors.ts';
import { serve } from '#src/http/serve.ts';
import { askPage, donePage, PAGE_POLICY, unknownPage } from './unsubscribe.page.ts';
import type { UnsubscribeService } from './unsubscribe.service.ts';

/**
 * Registers the unsubscribe pages. The API renders the pages, because the pages need no account and no
 * script.
 */
export function registerUnsubscribe(
  app: FastifyInstance,
  unsubscribe: UnsubscribeService,
  env: { WEB_ORIGIN: string },
): void {
  const settings = `${env.WEB_ORIGIN}/settings`;

  const asPage = async (reply: FastifyReply, write: () => string | Promise<string>): Promise<string> => {
    reply.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY);
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_found')) throw error;
      reply.code(error.status);
      return unknownPage(settings);
    }
  };

  void app.register(async (scope) => {
    // Mail programs (RFC 8058) and the page's button post a form. The token is in the path, so the body is ignored.
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string' },
      async () => undefined,
    );
    serve(scope, 'GET /unsubscribe/{token}', ({ params, reply }) =>
      asPage(reply, () => askPage(unsubscribe.describe(params.token))),
    );
    serve(scope, 'POST /unsubscribe/{token}', ({ params, reply }) =>
      asPage(reply, async () => donePage(await unsubscribe.unsubscribe(params.token), settings)),
    );
  });
}
