import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { WebhooksService } from './webhooks.service.ts';

/**
 * Registers the webhooks as a separate plugin without body parsers, because a signature covers the exact
 * bytes.
 */
export function registerWebhooks(app: FastifyInstance, webhooks: WebhooksService): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    serve(scope, 'POST /webhooks/stripe', async ({ request }) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await webhooks.receive(body, String(request.headers['stripe-signature'] ?? ''));
      return { received: true };
    });
  });
}
