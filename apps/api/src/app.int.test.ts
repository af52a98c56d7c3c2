import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { ErrorBody } from '@marquee/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callHeaders, pageHeaders } from '#src/http/security.ts';
import { startApp } from '../test/app.ts';
import { createMedium, createUser } from '../test/factories.ts';

const { app, deps, prisma, visitor, as, tokenOf } = await startApp();
const user = await createUser(prisma);
const me = as(user);

/** Expects an error envelope (docs/api.md#error-envelope) with only the standard fields. */
function expectError(
  reply: { status: number; body: unknown; headers: Record<string, string> },
  status: number,
  code: string,
) {
  expect([reply.status, ErrorBody.parse(reply.body).error]).toEqual([status, code]);
  expect(
    Object.keys(ErrorBody.parse(reply.body)).filter((key) => !['error', 'message', 'errors'].includes(key)),
  ).toEqual([]);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.headers['x-content-type-options']).toBe('nosniff');
}

describe('the API: request bodies', () => {
  const post = (text: string, type = 'application/json') =>
    visitor.post('/users/sign_in.json').set('content-type', type).send(text);

  it.each(['{', '[1,', '{"user":}', 'undefined', '{"a":1}}', '\u0000'])(
    'answers 400 when the body is not JSON: %j',
    async (text) => {
      expectError(await post(text), 400, 'bad_request');
    },
  );

  it.each([
    '{"__proto__":{"a":1}}',
    '{"user":{"constructor":1}}',
    '{"user":[{"__proto__":null}]}',
    '{"\\u005f_proto__":1}',
  ])('answers 400 when the body has dangerous keys such as __proto__: %s', async (text) => {
    expectError(await post(text), 400, 'bad_request');
  });

  it('answers 400 when the body is empty and the call requires a body', async () => {
    expectError(await post(''), 400, 'bad_request');
    expectError(await visitor.post('/users/sign_in.json'), 400, 'bad_request');
  });

  it.each(['[]', '"text"', '7', 'null', 'true'])(
    'answers 422 when the body is not an object: %s',
    async (text) => {
      expectError(await post(text), 422, 'invalid');
    },
  );

  it.each([
    'application/xml',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'nonsense',
  ])('answers 415 when the content type is %s', async (type) => {
    expectError(await post('<user/>', type), 415, 'unsupported_media_type');
  });

  it('answers 400 to a body with 8,000 nested arrays, which are as many as its limit lets through', async () => {
    expectError(await post(`${'['.repeat(8_000)}${']'.repeat(8_000)}`), 400, 'bad_request');
  });

  it('accepts a charset in the content type and ignores unknown keys', async () => {
    const body = JSON.stringify({ user: { email: user.email, password: 'wrong1234', admin: true }, x: 1 });
    expectError(await post(body, 'application/json; charset=utf-8'), 422, 'invalid_credentials');
  });
});

/** Whoever accepts anything gets the web app's page for an unknown address outside of /api, where the app is built. */
const JSON_ONLY = { accept: 'application/json' };

describe('the API: paths and queries', () => {
  it('ignores a .json suffix and a trailing slash, but not the case of the path', async () => {
    const plain = await visitor.get('/api/v1/plans');
    expect(plain.status).toBe(200);
    expect((await visitor.get('/api/v1/plans.json?x=1')).body).toEqual(plain.body);
    expect((await visitor.get('/api/v1/plans/')).body).toEqual(plain.body);
    expect((await visitor.get('/api/v1/plans.json/')).body).toEqual(plain.body);
    expectError(await visitor.get('/api/v1/Plans'), 404, 'not_found');
    expectError(await visitor.get('/api/v1/plans.xml'), 404, 'not_found');
  });

  it.each(['/api/v1/media/%zz', '/%', '/api/v1/plans%ff'])(
    'answers 400 when the path cannot be decoded: %s',
    async (path) => {
      expectError(await visitor.get(path).set(JSON_ONLY), 400, 'bad_request');
    },
  );

  it.each([
    ['get', '/nothing'],
    ['get', '/api/v1/nothing'],
    ['post', '/api/v1/plans'],
    ['delete', '/users'],
    ['put', '/api/v1/media/1'],
    ['get', '/users/sign_in.json'],
    ['get', '/.env'],
    ['get', '/../../etc/passwd'],
    ['get', '/assets/missing.js'],
  ] as const)('answers 404 when the route or method is unknown: %s %s', async (method, path) => {
    expectError(await visitor[method](path).set(JSON_ONLY), 404, 'not_found');
  });

  it.each([
    '0',
    '-1',
    '1.5',
    '01',
    '99999999999',
    '2147483648',
    'abc',
    '%00',
    '1%20',
    '%2e%2e',
    'x'.repeat(599),
  ])('answers 404 when the id is %s', async (id) => {
    expectError(await visitor.get(`/api/v1/media/${id}`), 404, 'not_found');
  });

  it('answers 422 to a repeated query key or an invalid value, and ignores unknown keys', async () => {
    const twice = await me.get('/api/v1/user_lists?medium_id=1&medium_id=2');
    expectError(twice, 422, 'invalid');
    expect(Object.keys(twice.body.errors)).toEqual(['medium_id']);
    expectError(await visitor.get('/api/v1/plans?a=1&a=2'), 422, 'invalid');
    expect((await visitor.get('/api/v1/plans?unknown=1&__proto__=2')).status).toBe(200);
    expectError(await me.get('/api/v1/user_lists?to_manage=maybe'), 422, 'invalid');
    expectError(await me.get('/api/v2/media?page=0'), 422, 'invalid');
    expectError(await me.get('/api/v2/media?page=%00'), 422, 'invalid');
  });

  it('answers HEAD like GET but without a body, and OPTIONS with an empty reply', async () => {
    const head = await visitor.head('/api/v1/plans');
    expect([head.status, head.text]).toEqual([200, undefined]);
    expect((await visitor.head('/api/v1/user')).status).toBe(401);
    for (const path of ['/api/v1/plans', '/api/v1/user', '/nothing']) {
      expect([path, (await visitor.options(path)).status]).toEqual([path, 204]);
    }
  });
});

describe('the access token', () => {
  const get = (header: string, path = '/api/v1/user') => visitor.get(path).set('authorization', header);
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = (more: object = {}) => ({
    sub: String(user.id),
    ver: user.tokenVersion,
    iss: 'marquee',
    aud: 'marquee-api',
    iat: Math.floor(Date.now() / 1_000),
    exp: Math.floor(Date.now() / 1_000) + 60,
    ...more,
  });
  const sign = (header: object, payload: object, secret = deps.env.JWT_SECRET, hash = 'sha256') => {
    const text = `${base64(header)}.${base64(payload)}`;
    return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
  };
  const HS256 = { alg: 'HS256', typ: 'JWT' };

  it('is in the field access_token of the reply to GET /api/v1/user', async () => {
    const token = tokenOf(user);
    const { status, body } = await get(`Bearer ${token}`);
    expect([status, body.user.id, body.user.access_token]).toEqual([200, user.id, token]);
    expect((await get(`bearer   ${token}`)).status).toBe(200);
  });

  it.each(['Bearer', 'Bearer ', 'Bearer false', 'Bearer null', 'bearer false'])(
    'is treated as missing when the header is %j, so the request is anonymous',
    async (header) => {
      expectError(await get(header), 401, 'unauthorized');
      expect((await get(header, '/api/v1/plans')).status).toBe(200);
    },
  );

  it('is treated as missing when the header contains the public client token', async () => {
    const medium = await createMedium(prisma);
    await deps.inMemory.refresh();
    const header = `Bearer ${deps.env.PUBLIC_CLIENT_TOKEN}`;
    const { status, body } = await get(header, `/api/v1/media/${medium.id}`);
    expect([status, body.medium.provider_medium, body.medium.likelyhood]).toEqual([200, [], null]);
    expectError(await get(header), 401, 'unauthorized');
  });

  it('causes 401 on every route when the token is invalid, but 404 on unknown routes', async () => {
    const bad = [
      'Bearer nonsense',
      'Bearer a.b.c',
      'Basic dXNlcjpwYXNz',
      'nonsense',
      `Bearer ${tokenOf(user)} more`,
      `Bearer ${tokenOf(user).slice(0, -2)}xx`,
      `Bearer ${sign({ alg: 'none', typ: 'JWT' }, claims())}`,
      `Bearer ${base64({ alg: 'none' })}.${base64(claims())}.`,
      `Bearer ${sign({ alg: 'HS512', typ: 'JWT' }, claims(), deps.env.JWT_SECRET, 'sha512')}`,
      `Bearer ${sign(HS256, claims(), 'another-secret-that-is-long-enough')}`,
      `Bearer ${sign(HS256, claims({ exp: Math.floor(Date.now() / 1_000) - 31 }))}`,
      `Bearer ${sign(HS256, claims({ iss: 'other' }))}`,
      `Bearer ${sign(HS256, claims({ aud: 'other' }))}`,
      ...['exp', 'iss', 'aud', 'sub'].map((name) => `Bearer ${sign(HS256, claims({ [name]: undefined }))}`),
      `Bearer ${sign(HS256, claims({ sub: '0' }))}`,
      `Bearer ${sign(HS256, claims({ sub: '99999999999' }))}`,
      `Bearer ${sign(HS256, claims({ sub: "1' OR 1=1" }))}`,
      `Bearer ${sign(HS256, claims({ ver: user.tokenVersion + 1 }))}`,
    ];
    for (const header of bad) {
      expectError(await get(header), 401, 'unauthorized');
      expectError(await get(header, '/api/v1/plans'), 401, 'unauthorized');
    }
    expectError(await get('Bearer nonsense', '/api/v1/nothing'), 404, 'not_found');
    expect((await get(`Bearer ${sign(HS256, claims())}`)).status).toBe(200);
    expect(
      (await get(`Bearer ${sign(HS256, claims({ exp: Math.floor(Date.now() / 1_000) - 20 }))}`)).status,
    ).toBe(200);
  });

  it('causes 402 on member calls of a user without access, and 403 for a disabled account', async () => {
    const [unsubscribed, disabled] = await Promise.all([
      createUser(prisma, { trialEndsAt: new Date(Date.now() - 1) }),
      createUser(prisma, { disabledAt: new Date() }),
    ]);
    expectError(await as(unsubscribed).get('/api/v1/user_lists'), 402, 'subscription_required');
    expect((await as(unsubscribed).get('/api/v1/user')).status).toBe(200);
    expectError(await as(disabled).get('/api/v1/user'), 403, 'forbidden');
    expectError(await as(disabled).get('/api/v1/plans'), 403, 'forbidden');
  });
});

describe('response headers for browsers', () => {
  const headersFrom = async (origin: string) =>
    (await visitor.get('/api/v1/plans').set('origin', origin)).headers;

  it.each(['http://127.0.0.1:3000', 'http://localhost:3000'])(
    'allow calls from the origin %s',
    async (origin) => {
      const headers = await headersFrom(origin);
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['access-control-expose-headers']).toContain('Retry-After');
      expect(headers.vary).toContain('Origin');
    },
  );

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:3001', 'http://127.0.0.1:3000.evil.example'])(
    'refuse calls from the origin %s',
    async (origin) => {
      expect((await headersFrom(origin))['access-control-allow-origin']).toBeUndefined();
      const preflight = await visitor
        .options('/api/v1/user')
        .set({ origin, 'access-control-request-method': 'PUT' });
      expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it('allow a cross-origin write that sends an access token', async () => {
    const preflight = await visitor.options('/api/v1/user').set({
      origin: 'http://localhost:3000',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type',
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-methods']).toContain('PATCH');
    const allowed = preflight.headers['access-control-allow-headers']?.toLowerCase();
    // A stream of events that breaks is asked for again with the last id.
    for (const header of ['authorization', 'last-event-id']) expect(allowed).toContain(header);
  });

  it('forbid the browser to cache an API reply and to run scripts in the reply', async () => {
    for (const path of ['/api/v1/plans', '/api/v1/user', '/livez']) {
      const { headers } = await me.get(path);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  it('allow only scripts and styles of this origin on pages', async () => {
    const { headers } = await visitor.get('/nothing');
    const policy = headers['content-security-policy'];
    for (const part of [
      "script-src 'self';",
      "style-src 'self';",
      "object-src 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(policy).toContain('frame-src https://www.youtube-nocookie.com https://player.vimeo.com;');
    expect(headers['x-frame-options']).toBe('DENY');
  });

  it('require HTTPS in production', () => {
    const env = { ...deps.env, IS_PRODUCTION: true, WEB_ORIGIN: 'https://marquee.example' };
    for (const headers of [pageHeaders(env), callHeaders(env)]) {
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    }
    expect(pageHeaders(env)['content-security-policy']).toContain('upgrade-insecure-requests');
  });
});

describe('the API: malformed HTTP', () => {
  let port: number;
  beforeAll(async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });

  const say = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (data) => {
        answer += data;
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  const readError = (answer: string) => {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    return [head.split('\r\n', 1)[0], ErrorBody.parse(JSON.parse(body)).error];
  };

  it('answers with an envelope: 431 to long headers, 400 to text that is not HTTP', async () => {
    expect(
      readError(await say(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`)),
    ).toEqual(['HTTP/1.1 431 Request Header Fields Too Large', 'too_large']);
    expect(readError(await say('nonsense\r\n\r\n'))).toEqual(['HTTP/1.1 400 Bad Request', 'bad_request']);
  });

  it.each(['/api/v1/plans', '/openapi.json', '/nowhere'])(
    'answers 400 to two Host headers, because a proxy may have read the other one: %s',
    async (path) => {
      for (const second of ['127.0.0.1', 'evil.example'])
        expect(
          readError(
            await say(
              `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nhOST: ${second}\r\nConnection: close\r\n\r\n`,
            ),
          ),
        ).toEqual(['HTTP/1.1 400 Bad Request', 'bad_request']);
    },
  );

  it('answers 404 when the method is unknown', async () => {
    const answer = await say('PROPFIND / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(answer.split('\r\n', 1)[0]).toBe('HTTP/1.1 404 Not Found');
  });
});

describe('the API without PostgreSQL', () => {
  it('answers calls with 503 and Retry-After within 5 s, /livez with 200 and /readyz with 503', async () => {
    const lost = await startApp();
    const one = await createUser(lost.prisma);
    await lost.prisma.$disconnect();
    const unreachable = await startApp({ DATABASE_URL: 'postgresql://nobody:none@127.0.0.1:1/none' });
    afterAll(() => undefined);
    const reply = await unreachable.visitor.get('/api/v1/plans');
    expectError(reply, 503, 'unavailable');
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expectError(
      await unreachable.visitor.get('/api/v1/user').set('authorization', `Bearer ${lost.tokenOf(one)}`),
      503,
      'unavailable',
    );
    expect((await unreachable.visitor.get('/livez')).status).toBe(200);
    expectError(await unreachable.visitor.get('/readyz'), 503, 'unavailable');
  });
});
