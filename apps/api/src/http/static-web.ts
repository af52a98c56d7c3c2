import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { addVary } from './vary.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends the web app's page. Null when the web app is not built. */
    sendWebApp: ((reply: FastifyReply) => void) | null;
  }
}

export const WEB_ROOT = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');
const INVITATION = /^\/(accept|reject)_list\//;
/** Paths for which a missing file gives 404 instead of the web app's page. */
const NO_PAGES = /^\/(api|assets|docs|images|webhooks)(\/|$)|\.\w+$/;
const YEAR = 'public, max-age=31536000, immutable';

const acceptsHtml = (accept: string | undefined): boolean =>
  accept !== undefined && /\btext\/html\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accept);

const isBuilt = (root: string): boolean => existsSync(join(root, 'index.html'));

type Request = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** Returns whether a request without a route asks for a page of the web app. */
export function asksForPage({ method, url, headers }: Request): boolean {
  const path = url?.split('?', 1)[0] ?? '';
  return (method === 'GET' || method === 'HEAD') && acceptsHtml(headers.accept) && !NO_PAGES.test(path);
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false; // The router would refuse this path before any handler sees it.
  }
}

/**
 * Returns `/index.html` when a browser opens `/accept_list/{code}` or `/reject_list/{code}`
 * (docs/api.md#page-or-call), or a path that cannot be decoded, for which the web app shows its page for unknown
 * addresses. Otherwise null. Fastify's hook `rewriteUrl` calls this function.
 */
export function pageInstead(request: Request, root = WEB_ROOT): string | null {
  const url = request.url ?? '';
  const isPage = asksForPage(request) && (INVITATION.test(url) || !isDecodable(url));
  return isPage && isBuilt(root) ? '/index.html' : null;
}

/**
 * Serves the built web app from compressed files. Clients cache files with a hash in their name for a year,
 * and revalidate all other files.
 */
export const staticWeb = fp(async (app, { root = WEB_ROOT }: { root?: string }) => {
  const built = isBuilt(root);
  const sendPage = (reply: FastifyReply): void => {
    reply.sendFile('index.html');
  };
  app.decorate<FastifyInstance['sendWebApp']>('sendWebApp', built ? sendPage : null);
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (INVITATION.test(request.originalUrl)) addVary(reply, 'Accept');
    done();
  });
  if (!built) return;
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes(`${sep}assets${sep}`) ? YEAR : 'no-cache');
    },
  });
  // The plugin's own route reads each folder of the path for every encoding that it tries, to refuse another spelling on
  // file systems that ignore case. No route guards a file here, so another spelling reaches nothing else.
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    // Returns nothing: Fastify waits for the end of a returned reply once more, with further listeners on the response.
    handler: ({ url }, reply) => {
      // The router has refused what cannot be decoded. Its parameter would be a file for `/boot.js/` too.
      reply.sendFile(decodeURI(url.split('?', 1)[0] ?? '/'));
    },
  });
});
