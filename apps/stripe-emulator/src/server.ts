import fastify, { type FastifyInstance } from 'fastify';
import { registerControl } from './control/control.ts';
import { StripeFault } from './core/errors.ts';
import type { Emulator } from './emulator.ts';
import { registerApi, registerErrors } from './http/api.ts';
import { checkoutPage } from './pages/checkout.page.ts';
import { invoicePage } from './pages/invoice.page.ts';
import { registerPage } from './pages/page.ts';
import { portalPage } from './pages/portal.page.ts';
import { routes } from './resources/routes.ts';

/** A browser asks for `/favicon.ico` on every page, and takes any kind of image. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="#4b45c6"/><rect x="10" y="18" width="44" height="28" rx="4" fill="#fff"/><rect x="10" y="25" width="44" height="7" fill="#4b45c6"/></svg>`;

/** Builds the HTTP server of an emulator: API, hosted pages and control calls. */
export function buildServer(emulator: Emulator): FastifyInstance {
  const app = fastify({ forceCloseConnections: true, bodyLimit: 1_048_576 });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  registerErrors(app);
  app.addHook('onRequest', async ({ headers }) => {
    if (!emulator.isLocal(headers)) {
      const message = 'The emulator answers only to requests to and from this machine, or to allowed hosts.';
      throw new StripeFault(403, 'invalid_request_error', message);
    }
  });
  registerApi(app, emulator, routes);
  registerControl(app, emulator);
  app.get('/favicon.ico', async (_request, reply) => reply.type('image/svg+xml').send(ICON));
  for (const page of [checkoutPage, portalPage, invoicePage]) registerPage(app, emulator, page);
  return app;
}
