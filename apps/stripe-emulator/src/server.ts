import fastify, { type FastifyInstance } from 'fastify';
import { registerControl } from './control/control.ts';
import type { Emulator } from './emulator.ts';
import { registerApi, registerErrors } from './http/api.ts';
import { checkoutPage } from './pages/checkout.page.ts';
import { invoicePage } from './pages/invoice.page.ts';
import { registerPage } from './pages/page.ts';
import { portalPage } from './pages/portal.page.ts';
import { routes } from './resources/routes.ts';

/** Builds the HTTP server of an emulator: API, hosted pages and control calls. */
export function buildServer(emulator: Emulator): FastifyInstance {
  const app = fastify({ forceCloseConnections: true, bodyLimit: 1_048_576 });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  registerErrors(app);
  registerApi(app, emulator, routes);
  registerControl(app, emulator);
  for (const page of [checkoutPage, portalPage, invoicePage]) registerPage(app, emulator, page);
  return app;
}
