import * as paths from '@marquee/contracts/paths';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#src/core/errors.ts';
import type { Env } from '#src/env.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import {
  androidAssociation,
  appleAssociation,
  createSitemaps,
  robotsText,
  securityText,
} from './site-files.ts';

const TEXT = 'text/plain; charset=utf-8';
const HOUR = 'public, max-age=3600';
const PART = /^[1-9]\d{0,3}$/;

interface Dependencies {
  env: Pick<Env, 'WEB_ORIGIN' | 'SUPPORT_EMAIL' | 'APPLE_LINKS' | 'ANDROID_LINKS'>;
  snapshot: () => Snapshot;
}

/** Serves the files that robots, browsers and phones look for at fixed addresses of a site. */
export function registerSiteFiles(app: FastifyInstance, { env, snapshot }: Dependencies): void {
  const sitemaps = createSitemaps(env);

  app.get('/robots.txt', async (_request, reply) => {
    reply.header('cache-control', HOUR).type(TEXT);
    return robotsText(env);
  });
  app.get('/sitemap.xml', async (request, reply) => {
    const { part } = Object(request.query);
    if (part !== undefined && !PART.test(part)) throw new AppError('not_found');
    const file = await sitemaps.find(snapshot(), part === undefined ? 0 : Number(part));
    if (file === null) throw new AppError('not_found');
    reply
      .header('cache-control', HOUR)
      .header('vary', 'Accept-Encoding')
      .type('application/xml; charset=utf-8');
    if (/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? '')))
      return reply.header('content-encoding', 'gzip').send(file.packed);
    return reply.send(file.plain);
  });

  app.get('/.well-known/change-password', async (_request, reply) =>
    reply.redirect(paths.forgotPassword, 302),
  );
  app.get('/.well-known/security.txt', async (_request, reply) => {
    reply.header('cache-control', HOUR).type(TEXT);
    return securityText(env, Date.now());
  });
  if (env.APPLE_LINKS !== null) {
    const association = appleAssociation(env.APPLE_LINKS);
    app.get('/.well-known/apple-app-site-association', async (_request, reply) => {
      reply.header('cache-control', HOUR);
      return association;
    });
  }
  if (env.ANDROID_LINKS !== null) {
    const association = androidAssociation(env.ANDROID_LINKS);
    app.get('/.well-known/assetlinks.json', async (_request, reply) => {
      reply.header('cache-control', HOUR);
      return association;
    });
  }
}
