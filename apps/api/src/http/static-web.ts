import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import { hashToken } from '#src/core/secrets.ts';
import { findScreen } from './screens.ts';
import { addVary } from './vary.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends the web app's page. Null when the web app is not built. */
    sendWebApp: ((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) | null;
  }
}

/** What the server writes into a page, which is otherwise the same for every address. */
export interface PageHead {
  /** 404 for an address that leads nowhere. The web app then says so. */
  status: 200 | 404;
  /** Takes the place of title and description. */
  markup: string;
}

interface Options {
  root: string;
  /** Returns the head of the page at this path for whoever has this IP address. */
  findHead: (path: string, ip: string) => Promise<PageHead>;
}

export const WEB_ROOT = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');
const INVITATION = /^\/(accept|reject)_list\//;
/** Paths below which nothing is a page, and names of files: what is missing there is 404 without the page. */
const NO_PAGES = /^\/(api|assets|docs|images|webhooks|\.well-known)(\/|$)|\.\w+$/;
/** Paths of calls outside of /api. Clients that do not name HTML expect the envelope there. */
const CALLS = /^\/(users|hooks|unsubscribe)(\/|$)/;
/** A path without route and file. The handler for it reads the address that was asked for. */
const NOWHERE = '/-';
/** What a browser posts that sends a form by itself. */
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
const YEAR = 'public, max-age=31536000, immutable';
const WORDS = /<title>[^<]*<\/title>(?:\s*<meta name="description"[^>]*>)?/;
/** Pages that are kept compressed, about 5 kB each. */
const PAGES_KEPT = 500;
const ENCODINGS = ['br', 'gzip'];
// A page takes 0.2 ms, and only when it is not among those that are kept. The next level saves 5 % and takes 0.35 ms.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const UNWANTED = String.raw`(?!\s*;\s*q=0(\.0*)?\s*(,|$))`;
const HTML = new RegExp(String.raw`\btext/html\b${UNWANTED}`, 'i');
const JSON_TYPE = new RegExp(String.raw`[/+]json\b${UNWANTED}`, 'i');

const toBrotli = promisify<string, object, Buffer>(brotliCompress);
const toGzip = promisify<string, Buffer>(gzip);
const isBuilt = (root: string): boolean => existsSync(join(root, 'index.html'));
const pathOf = (url: string | undefined): string => url?.split('?', 1)[0] ?? '';

type Request = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/**
 * Returns whether a request without a route asks for a page of the web app: every robot and browser does, and only a
 * client that names JSON and no HTML does not (docs/api.md#page-or-call).
 */
export function asksForPage({ method, url, headers: { accept = '' } }: Request): boolean {
  const path = pathOf(url);
  if ((method !== 'GET' && method !== 'HEAD') || NO_PAGES.test(path)) return false;
  if (HTML.test(accept)) return true;
  const isCall = INVITATION.test(path) || (CALLS.test(path) && findScreen(path) === null);
  return !isCall && !JSON_TYPE.test(accept);
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(pathOf(url));
    return true;
  } catch {
    return false; // The router would refuse this path before any handler sees it.
  }
}

/**
 * Returns a path without a route when a browser opens `/accept_list/{code}` or `/reject_list/{code}`
 * (docs/api.md#page-or-call), or a path that cannot be decoded, for which the web app shows its page for unknown
 * addresses. Otherwise null. Fastify's hook `rewriteUrl` calls this function.
 */
export function pageInstead(request: Request, root = WEB_ROOT): string | null {
  const url = request.url ?? '';
  const isPage = asksForPage(request) && (INVITATION.test(url) || !isDecodable(url));
  return isPage && isBuilt(root) ? NOWHERE : null;
}

/** Returns a function that sends the page with the given head, compressed as the client accepts it. */
function createPages(root: string) {
  const html = readFileSync(join(root, 'index.html'), 'utf8');
  if (!WORDS.test(html)) throw new Error('index.html has no title that a head could replace');
  const version = hashToken(html);
  const kept = new LRUCache<string, Buffer>({ max: PAGES_KEPT });

  /** Compresses in other threads, since 40 robots that open links at once made a call of a member wait 65 ms, and now 16. */
  async function compress(page: string, markup: string, encoding: string): Promise<Buffer> {
    const name = `${encoding} ${markup}`;
    const known = kept.get(name);
    if (known) return known;
    const packed = await (encoding === 'br' ? toBrotli(page, brotli) : toGzip(page));
    kept.set(name, packed);
    return packed;
  }

  return async ({ headers }: FastifyRequest, reply: FastifyReply, { status, markup }: PageHead) => {
    const etag = `W/"${hashToken(version + markup)}"`;
    addVary(reply, 'Accept-Encoding');
    reply
      .code(status)
      .header('cache-control', 'no-cache')
      .header('etag', etag)
      .type('text/html; charset=utf-8');
    if (status === 200 && headers['if-none-match'] === etag) return reply.code(304).send();
    const page = html.replace(WORDS, () => markup);
    const encoding = negotiate(headers['accept-encoding'] ?? '', ENCODINGS);
    if (encoding === null) return reply.send(page);
    return reply.header('content-encoding', encoding).send(await compress(page, markup, encoding));
  };
}

/**
 * Serves the built web app from compressed files. Clients cache files with a hash in their name for a year,
 * and revalidate all other files and the page.
 */
export const staticWeb = fp(async (app, { root, findHead }: Options) => {
  const built = isBuilt(root);
  const send = built ? createPages(root) : null;
  app.decorate<FastifyInstance['sendWebApp']>(
    'sendWebApp',
    send &&
      (async (request, reply) =>
        send(request, reply, await findHead(pathOf(request.originalUrl), request.ip))),
  );
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (INVITATION.test(request.originalUrl)) addVary(reply, 'Accept');
    done();
  });
  if (!built) return;
  // The app's forms are sent by scripts. A password manager that sends one past them gets the page again, and nothing reads
  // what it posted.
  app.addHook('onRequest', async (request, reply) => {
    const { is404, method, headers, originalUrl } = request;
    if (!is404 || method !== 'POST' || !FORM.test(headers['content-type'] ?? '')) return;
    if (findScreen(pathOf(originalUrl)) !== null) return reply.redirect(originalUrl, 303);
  });
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
    handler: ({ method, url, headers }, reply) => {
      const path = pathOf(url);
      // No file has the name of a page. The front page is a page like any other, although the folder has an index.
      if (path === '/' || asksForPage({ method, url, headers })) reply.callNotFound();
      // The router has refused what cannot be decoded. Its parameter would be a file for `/boot.js/` too.
      else reply.sendFile(decodeURI(path));
    },
  });
});
