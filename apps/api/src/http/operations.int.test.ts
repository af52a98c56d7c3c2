import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ErrorBody, routes } from '@marquee/contracts';
import Fastify from 'fastify';
import supertest from 'supertest';
import { afterAll, describe, expect, it } from 'vitest';
import { buildApp } from '#src/app.ts';
import { createDeps } from '#src/deps.ts';
import { startApp, testEnv } from '../../test/app.ts';
import { createUser } from '../../test/factories.ts';
import { findFreePort } from '../../test/free-port.ts';
import { findScreen } from './screens.ts';
import { asksForPage, pageInstead, staticWeb } from './static-web.ts';

const TOKEN = 'a metrics token of some length';
const bearer = { authorization: `Bearer ${TOKEN}` };
const { prisma, visitor, as } = await startApp({ METRICS_TOKEN: TOKEN });

/** Builds the application without the snapshot, which operator pages do not need. */
async function buildWith(overrides: Parameters<typeof testEnv>[0]) {
  const deps = await createDeps(await testEnv({ METRICS_TOKEN: TOKEN, ...overrides }));
  const app = await buildApp(deps);
  await app.ready();
  afterAll(async () => {
    await app.close();
    await deps.close();
  });
  return { app, visitor: supertest(app.server) };
}
const behindProxy = await buildWith({ TRUST_PROXY: true });

describe('/livez and /readyz', () => {
  it('answer 200 when PostgreSQL answers and the snapshot is loaded', async () => {
    expect((await visitor.get('/livez')).body).toEqual({ status: 'ok' });
    const { status, body } = await visitor.get('/readyz');
    expect([status, body]).toEqual([
      200,
      { status: 'ok', database: 'ok', snapshot: 'ok', queue: { waiting: 0, dead: 0, oldestSeconds: 0 } },
    ]);
  });

  it('report waiting rows and dead letters, and still answer 200', async () => {
    const { id } = await createUser(prisma);
    const hourAgo = new Date(Date.now() - 3_600_000);
    await prisma.outboxMessage.createMany({
      data: [
        { kind: 'welcome', payload: {}, userId: id, availableAt: hourAgo },
        { kind: 'welcome', payload: {}, userId: id, deadAt: new Date() },
        { kind: 'welcome', payload: {}, userId: id, doneAt: new Date() },
      ],
    });
    const { status, body } = await visitor.get('/readyz');
    expect([status, body.queue.waiting, body.queue.dead]).toEqual([200, 1, 1]);
    expect(body.queue.oldestSeconds).toBeGreaterThan(3_599);
  });

  it('tell the public nothing but whether the process is ready', async () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    expect((await visitor.get('/readyz').set(forwarded)).body).toEqual({ status: 'ok' });
    const production = await buildWith({ IS_PRODUCTION: true });
    const { status, body } = await production.visitor.get('/readyz');
    expect([status, body.message]).toEqual([503, 'Not ready.']);
  });

  it('answer 200 while every connection of the pool is taken', async () => {
    const holders = Array.from({ length: 16 }, () => prisma.$queryRaw`SELECT pg_sleep(2)::text`);
    expect((await visitor.get('/readyz')).status).toBe(200);
    await Promise.allSettled(holders);
  });

  it.each(['/livez', '/readyz', '/metrics'])('%s answers 401 for an invalid token', async (path) => {
    expect((await visitor.get(path).set('authorization', 'Bearer wrong')).status).toBe(401);
    expect((await visitor.get(path).set('authorization', 'Basic d3Jvbmc=')).status).toBe(401);
    expect((await visitor.get(path).set('authorization', 'Bearer false')).status).toBe(200);
    expect((await as(await createUser(prisma)).get(path)).status).toBe(200);
  });
});

describe('GET /metrics', () => {
  it('answers 200 to a direct connection from this machine or a request with METRICS_TOKEN', async () => {
    const local = await visitor.get('/metrics');
    expect(local.status).toBe(200);
    expect(local.headers['content-type']).toContain('text/plain');
    expect((await visitor.get('/metrics').set(bearer)).status).toBe(200);
  });

  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-for', '203.0.113.9'],
    ['x-forwarded-host', 'localhost'],
    ['x-forwarded-proto', 'https'],
    ['x-real-ip', '127.0.0.1'],
    ['forwarded', 'for=127.0.0.1'],
    ['via', '1.1 proxy'],
    ['host', 'rebound.example'],
  ])('answers 404 to a request with the header %s: %s and without METRICS_TOKEN', async (name, value) => {
    for (const agent of [visitor, behindProxy.visitor]) {
      const get = (headers: Record<string, string>) =>
        agent.get('/metrics').set({ [name]: value, ...headers });
      expect((await get({})).status).toBe(404);
      expect((await get({ authorization: 'Bearer wrong' })).status).toBe(401);
      expect((await get(bearer)).status).toBe(200);
    }
  });

  it('requires METRICS_TOKEN under the rules of production, and refuses all requests without this variable', async () => {
    const production = await buildWith({ IS_PRODUCTION: true });
    expect((await production.visitor.get('/metrics')).status).toBe(404);
    expect((await production.visitor.get('/metrics').set(bearer)).status).toBe(200);
    expect((await production.visitor.get('/livez')).status).toBe(200);
    // /readyz needs no token. It answers 503 because the snapshot is not loaded.
    expect((await production.visitor.get('/readyz')).status).toBe(503);
    const tokenless = await buildWith({ IS_PRODUCTION: true, METRICS_TOKEN: null });
    expect((await tokenless.visitor.get('/metrics')).status).toBe(404);
    expect((await tokenless.visitor.get('/metrics').set(bearer)).status).toBe(401);
  });

  it('answers only on OPERATIONS_PORT when that variable is set', async () => {
    const port = await findFreePort();
    const parted = await buildWith({ IS_PRODUCTION: true, OPERATIONS_PORT: port });
    await parted.app.listenForOperators();
    const operators = supertest(`http://127.0.0.1:${port}`);
    expect((await parted.visitor.get('/metrics').set(bearer)).status).toBe(404);
    expect((await operators.get('/metrics').set(bearer)).text).toContain(
      'marquee_http_request_duration_seconds',
    );
    expect((await operators.get('/metrics')).status).toBe(404);
    expect((await operators.get('/api/v1/plans')).status).toBe(404);
    await parted.app.close();
    await expect(operators.get('/metrics')).rejects.toThrow('ECONNREFUSED');
  });

  it('reports durations by route, but no user addresses and no unknown paths', async () => {
    const user = await createUser(prisma);
    await as(user).get('/api/v1/user');
    await visitor.get('/nothing-of-the-kind');
    const { text } = await visitor.get('/metrics');
    expect(text).toMatch(
      /marquee_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/user",status="200"\} \d+/,
    );
    expect(text).toContain('marquee_outbox_messages{state="dead"} 1');
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).not.toContain('nothing-of-the-kind');
    expect(text).not.toContain(user.email);
  });
});

describe('/docs and /openapi.json', () => {
  it('contain every call of the contract table', async () => {
    const { body, headers } = await visitor.get('/openapi.json');
    const operations = Object.entries<Record<string, unknown>>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.toSorted()).toEqual(Object.keys(routes).toSorted());
    expect((await visitor.get('/openapi.json').set('if-none-match', headers.etag ?? '')).status).toBe(304);
  });

  it('show a page whose content security policy allows its scripts', async () => {
    const page = await visitor.get('/docs/').set('accept', 'text/html');
    expect(page.status).toBe(200);
    const policy = page.headers['content-security-policy'] ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(page.text).not.toMatch(/<script(?![^>]*src=)/);
    for (const [, file] of page.text.matchAll(/(?:src|href)="\.?([^"]+)"/g)) {
      expect([file, (await visitor.get(`/docs${file}`)).status]).toEqual([file, 200]);
    }
    expect((await visitor.get('/docs/json')).body.openapi).toBe('3.1.0');
  });
});

describe('the server of the web app', async () => {
  const root = await mkdtemp(join(tmpdir(), 'web-'));
  afterAll(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'assets'));
  const files = {
    'index.html': '<!doctype html><title>Marquee</title>',
    'assets/main-abc123.js': 'let a = 1;',
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(root, name), text);
    await writeFile(join(root, `${name}.br`), brotliCompressSync(text));
    await writeFile(join(root, `${name}.gz`), gzipSync(text));
  }
  const app = Fastify({
    rewriteUrl: (request) => pageInstead(request, root) ?? request.url ?? '/',
    routerOptions: { ignoreTrailingSlash: true },
  });
  await app.register(staticWeb, {
    root,
    findHead: async (path) => ({
      status: findScreen(path) === null ? 404 : 200,
      markup: `<title>${path.length}</title>`,
    }),
  });
  app.setNotFoundHandler(async (request, reply) => {
    const { method, originalUrl: url, headers } = request;
    if (app.sendWebApp && asksForPage({ method, url, headers })) return app.sendWebApp(request, reply);
    return reply.code(404).send({ error: 'not_found' });
  });
  app.get('/accept_list/:code', async () => ({ call: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  afterAll(() => app.close());
  const agent = supertest(app.server);
  const html = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const pageOf = (address: string): string =>
    `<!doctype html><title>${address.split('?', 1)[0]?.length}</title>`;

  it.each(['/', '/login', '/discover/media/7', '/users/password/edit?reset_password_token=x', '/people/1'])(
    'sends the page for %s with its head and cache-control no-cache, unless only JSON is accepted',
    async (path) => {
      for (const accept of [html, '*/*', '', 'text/html, application/json', 'application/json;q=0, */*']) {
        const { status, text, headers } = await agent.get(path).set('accept', accept);
        expect([accept, status, text]).toEqual([accept, 200, pageOf(path)]);
        expect(headers['cache-control']).toBe('no-cache');
        expect(headers['content-type']).toContain('text/html');
        const head = await agent.head(path).set({ accept, 'accept-encoding': 'identity' });
        expect([head.status, head.headers['content-length']]).toEqual([200, String(text.length)]);
      }
      for (const accept of ['application/json', 'application/json, text/plain, */*', 'application/ld+json'])
        expect((await agent.get(path).set('accept', accept)).status).toBe(404);
    },
  );

  it('answers 304 when the browser has the page already', async () => {
    const { headers } = await agent.get('/login').set('accept', html);
    const again = { accept: html, 'if-none-match': headers.etag ?? '' };
    expect((await agent.get('/login').set(again)).status).toBe(304);
    expect((await agent.get('/people/17').set(again)).status).toBe(200);
  });

  it.each([
    '/nothing',
    '/login/more',
    '/discover/media/0',
    '/discover/media/1e3',
    '/discover/media/99999999999999999999',
    '/discover/media/7/media/7',
    '/discover//media/7',
    '//discover',
    '/my_lists/share',
    `/${'a/'.repeat(2_000)}`,
    `/people/${'1'.repeat(5_000)}`,
    '/discover/media/７',
    '/discover/media/7%00',
  ])('answers 404 with the page for %s, which leads nowhere', async (path) => {
    const { status, text } = await agent.get(encodeURI(decodeURI(path))).set('accept', '*/*');
    expect([status, text]).toEqual([404, expect.stringContaining('<title>')]);
  });

  it.each(['/my_lists/%', '/%zz?x=1', '/people/%ff', '/accept_list/%'])(
    'sends a browser the page for %s, which cannot be decoded, and refuses it for other clients',
    async (path) => {
      const page = await agent.get(path).set('accept', html);
      expect([page.status, page.text]).toEqual([404, pageOf(path)]);
      expect((await agent.get(path).set('accept', 'application/json')).status).toBe(400);
      expect((await agent.post(path).set('accept', html)).status).toBe(400);
    },
  );

  it('refuses a path of the API that cannot be decoded for a browser too', async () => {
    expect((await agent.get('/api/v1/media/%zz').set('accept', html)).status).toBe(400);
  });

  it('sends a page without a warning of Node about too many listeners on the response', async () => {
    const warnings: string[] = [];
    const collect = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', collect);
    await agent.get('/login').set('accept', html).expect(200);
    await nextTurn();
    process.off('warning', collect);
    expect(warnings).toEqual([]);
  });

  it('lets clients cache a file with a hash in its name for one year', async () => {
    const { headers, text } = await agent.get('/assets/main-abc123.js');
    expect([text, headers['cache-control']]).toEqual([
      files['assets/main-abc123.js'],
      'public, max-age=31536000, immutable',
    ]);
  });

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['identity', undefined],
  ])('for accept-encoding %s the content-encoding of files and pages is %s', async (accepted, encoding) => {
    for (const path of ['/assets/main-abc123.js', '/', '/login']) {
      const { headers } = await agent.get(path).set({ accept: html, 'accept-encoding': accepted });
      expect([path, headers['content-encoding']]).toEqual([path, encoding]);
    }
  });

  it.each([
    '/assets/gone.js',
    '/api',
    '/api/v1/nothing',
    '/docs/none',
    '/images/none.svg',
    '/images/cards',
    '/webhooks/none',
    '/.well-known/none',
    '/gone.png',
  ])('answers 404 without the page for %s', async (path) => {
    for (const accept of [html, '*/*', '']) {
      const { status, body } = await agent.get(path).set('accept', accept);
      expect([status, body]).toEqual([404, { error: 'not_found' }]);
    }
  });

  it('answers an unknown call outside of /api without the page, unless a browser opens it', async () => {
    expect((await agent.get('/users/nobody').set('accept', '*/*')).body).toEqual({ error: 'not_found' });
    const opened = await agent.get('/users/nobody').set('accept', html);
    expect([opened.status, opened.text]).toEqual([404, pageOf('/users/nobody')]);
  });

  it.each([
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/%252e%252e/package.json',
    '/assets/../index.html',
    '//etc/passwd',
    '/assets%5Cmain-abc123.js',
    '/assets\\main-abc123.js',
    '/assets%2Fmain-abc123.js',
    '/assets//main-abc123.js',
    '/assets/main-abc123.js/',
    '/assets/main-abc123.js%00',
    '/assets',
    `/${'a'.repeat(300)}.js`,
    'http://elsewhere.example/index.html',
  ])('sends no file for %s', async (path) => {
    // Other clients would change the path before they send it.
    const { port } = new URL(app.listeningOrigin);
    const [response] = await once(get({ host: '127.0.0.1', port, path }), 'response');
    response.resume();
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
  });

  it('answers HEAD without the file, and a range with that part of it', async () => {
    const path = '/assets/main-abc123.js';
    const head = await agent.head(path).set('accept-encoding', 'identity');
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, '10', undefined]);
    const part = await agent.get(path).set({ 'accept-encoding': 'identity', range: 'bytes=4-4' });
    expect([part.status, part.text]).toEqual([206, 'a']);
  });

  it('answers 404 to a POST', async () => {
    expect((await agent.post('/login').set('accept', html)).status).toBe(404);
  });

  it('shows the page again when a browser sends a form past the script, and no other address', async () => {
    const form = (path: string) =>
      agent.post(path).type('form').send({ email: 'ada@example.com', password: 'popcorn and 2 seats' });
    const reply = await form('/login');
    expect([reply.status, reply.headers.location]).toEqual([303, '/login']);
    expect((await form('//login')).status).not.toBe(303);
    expect((await form('/nothing')).status).not.toBe(303);
  });

  it('sends the page for an invitation link only to browsers', async () => {
    const page = await agent.get('/accept_list/abc').set('accept', html);
    expect([page.text, page.headers.vary]).toEqual([
      pageOf('/accept_list/abc'),
      expect.stringContaining('Accept'),
    ]);
    for (const accept of ['*/*', 'application/json', 'text/html;q=0, application/json']) {
      const call = await agent.get('/accept_list/abc').set('accept', accept);
      expect([call.body, call.headers.vary]).toEqual([{ call: true }, 'Accept']);
    }
  });
});

it('the server of the web app sends `Vary: Accept` in the reply to an invitation link', async () => {
  const { status, body, headers } = await visitor.get('/reject_list/abc').set('accept', 'application/json');
  expect([status, ErrorBody.parse(body).error]).toEqual([401, 'unauthorized']);
  expect(headers.vary).toContain('Accept');
});
