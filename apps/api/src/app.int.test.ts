import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { ErrorBody } from '@marquee/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callHeaders, pageHeaders } from '#src/plugins/security.ts';
import { startApp } from '../test/app.ts';
import { createMedium, createUser } from '../test/factories.ts';

const { app, deps, prisma, visitor, as, tokenOf } = await startApp();
const user = await createUser(prisma);
const me = as(user);

/** A refusal in the envelope of api.md section 1.4, with nothing that leaks. */
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

describe('a body', () => {
  const post = (text: string, type = 'application/json') =>
    visitor.post('/users/sign_in.json').set('content-type', type).send(text);

  it.each(['{', '[1,', '{"user":}', 'undefined', '{"a":1}}', '\u0000'])(
    'that is not JSON is 400: %j',
    async (text) => {
      expectError(await post(text), 400, 'bad_request');
    },
  );

  it.each([
    '{"__proto__":{"a":1}}',
    '{"user":{"constructor":1}}',
    '{"user":[{"__proto__":null}]}',
    '{"\\u005f_proto__":1}',
  ])('with dangerous keys is 400: %s', async (text) => {
    expectError(await post(text), 400, 'bad_request');
  });

  it('that is empty where one is needed is 400', async () => {
    expectError(await post(''), 400, 'bad_request');
    expectError(await visitor.post('/users/sign_in.json'), 400, 'bad_request');
  });

  it.each(['[]', '"text"', '7', 'null', 'true'])('that is no object is 422: %s', async (text) => {
    expectError(await post(text), 422, 'invalid');
  });

  it.each([
    'application/xml',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'nonsense',
  ])('of the type %s is 415', async (type) => {
    expectError(await post('<user/>', type), 415, 'unsupported_media_type');
  });

  it('of 256 kB is read and one byte more is 413', async () => {
    const padded = (bytes: number) => JSON.stringify({ pad: 'x'.repeat(bytes - '{"pad":""}'.length) });
    expectError(await post(padded(256 * 1024)), 422, 'invalid');
    expectError(await post(padded(256 * 1024 + 1)), 413, 'too_large');
    expectError(await post(padded(300_000)), 413, 'too_large');
  });

  it('nested 100,000 deep does no harm', async () => {
    expectError(await post(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), 422, 'invalid');
  });

  it('may say its charset, and unknown keys are ignored', async () => {
    const body = JSON.stringify({ user: { email: user.email, password: 'wrong1234', admin: true }, x: 1 });
    expectError(await post(body, 'application/json; charset=utf-8'), 422, 'invalid_credentials');
  });
});

describe('an address', () => {
  it('answers with and without .json, with a slash at the end, and case matters', async () => {
    const plain = await visitor.get('/api/v1/plans');
    expect(plain.status).toBe(200);
    expect((await visitor.get('/api/v1/plans.json?x=1')).body).toEqual(plain.body);
    expect((await visitor.get('/api/v1/plans/')).body).toEqual(plain.body);
    expectError(await visitor.get('/api/v1/Plans'), 404, 'not_found');
    expectError(await visitor.get('/api/v1/plans.xml'), 404, 'not_found');
  });

  it.each(['/api/v1/media/%zz', '/%', '/api/v1/plans%ff'])(
    'that cannot be decoded is 400: %s',
    async (path) => {
      expectError(await visitor.get(path), 400, 'bad_request');
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
  ] as const)('or method that is unknown is 404: %s %s', async (method, path) => {
    expectError(await visitor[method](path), 404, 'not_found');
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
  ])('with the bad id %s is 404', async (id) => {
    expectError(await visitor.get(`/api/v1/media/${id}`), 404, 'not_found');
  });

  it('may not repeat a key in its query, may hold unknown ones, and not unknown values', async () => {
    const twice = await me.get('/api/v1/user_lists?medium_id=1&medium_id=2');
    expectError(twice, 422, 'invalid');
    expect(Object.keys(twice.body.errors)).toEqual(['medium_id']);
    expectError(await visitor.get('/api/v1/plans?a=1&a=2'), 422, 'invalid');
    expect((await visitor.get('/api/v1/plans?unknown=1&__proto__=2')).status).toBe(200);
    expectError(await me.get('/api/v1/user_lists?to_manage=maybe'), 422, 'invalid');
    expectError(await me.get('/api/v2/media?page=0'), 422, 'invalid');
    expectError(await me.get('/api/v2/media?page=%00'), 422, 'invalid');
  });

  it('answers HEAD like GET without a body, and OPTIONS with nothing', async () => {
    const head = await visitor.head('/api/v1/plans');
    expect([head.status, head.text]).toEqual([200, undefined]);
    expect((await visitor.head('/api/v1/user')).status).toBe(401);
    for (const path of ['/api/v1/plans', '/api/v1/user', '/nothing']) {
      expect([path, (await visitor.options(path)).status]).toEqual([path, 204]);
    }
  });
});

describe('a token', () => {
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

  it('of the caller is answered back', async () => {
    const { status, body } = await get(`Bearer ${tokenOf(user)}`);
    expect([status, body.user.id, body.user.access_token]).toEqual([200, user.id, tokenOf(user)]);
    expect((await get(`bearer   ${tokenOf(user)}`)).status).toBe(200);
  });

  it.each(['Bearer', 'Bearer ', 'Bearer false', 'Bearer null', 'bearer false'])(
    'that is none makes a visitor: %j',
    async (header) => {
      expectError(await get(header), 401, 'unauthorized');
      expect((await get(header, '/api/v1/plans')).status).toBe(200);
    },
  );

  it('of the public client makes a visitor', async () => {
    const medium = await createMedium(prisma);
    await deps.discover.refresh();
    const header = `Bearer ${deps.env.PUBLIC_CLIENT_TOKEN}`;
    const { status, body } = await get(header, `/api/v1/media/${medium.id}`);
    expect([status, body.medium.provider_medium, body.medium.likelyhood]).toEqual([200, [], null]);
    expectError(await get(header), 401, 'unauthorized');
  });

  it('that is bad is 401 on public routes too, and on unknown ones 404', async () => {
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

  it('without trial or subscription is 402 for members’ calls, and of a disabled account 403', async () => {
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

describe('browsers', () => {
  const headersFrom = async (origin: string) =>
    (await visitor.get('/api/v1/plans').set('origin', origin)).headers;

  it.each(['http://127.0.0.1:3000', 'http://localhost:3000'])('may call from %s', async (origin) => {
    const headers = await headersFrom(origin);
    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(headers['access-control-expose-headers']).toContain('Retry-After');
    expect(headers.vary).toContain('Origin');
  });

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:3001', 'http://127.0.0.1:3000.evil.example'])(
    'may not call from %s',
    async (origin) => {
      expect((await headersFrom(origin))['access-control-allow-origin']).toBeUndefined();
      const preflight = await visitor
        .options('/api/v1/user')
        .set({ origin, 'access-control-request-method': 'PUT' });
      expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it('may ask before they write', async () => {
    const preflight = await visitor.options('/api/v1/user').set({
      origin: 'http://localhost:3000',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type',
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-methods']).toContain('PATCH');
    expect(preflight.headers['access-control-allow-headers']?.toLowerCase()).toContain('authorization');
  });

  it('are told to keep nothing of a call and to run nothing of it', async () => {
    for (const path of ['/api/v1/plans', '/api/v1/user', '/livez']) {
      const { headers } = await me.get(path);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  it('are told to run only our own code on pages', async () => {
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

  it('keep to HTTPS in production', () => {
    const env = { ...deps.env, NODE_ENV: 'production' as const, WEB_ORIGIN: 'https://marquee.example' };
    for (const headers of [pageHeaders(env), callHeaders(env)]) {
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    }
    expect(pageHeaders(env)['content-security-policy']).toContain('upgrade-insecure-requests');
  });
});

describe('on the wire', () => {
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

  it('headers that are too long are 431, and no HTTP is 400, in the envelope', async () => {
    expect(
      readError(await say(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`)),
    ).toEqual(['HTTP/1.1 431 Request Header Fields Too Large', 'too_large']);
    expect(readError(await say('nonsense\r\n\r\n'))).toEqual(['HTTP/1.1 400 Bad Request', 'bad_request']);
  });

  it('a method that nobody knows is no server error', async () => {
    const answer = await say('PROPFIND / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(answer.split('\r\n', 1)[0]).toBe('HTTP/1.1 404 Not Found');
  });
});

describe('when PostgreSQL is away', () => {
  it('calls are 503 with Retry-After, within the promised time, and the visitor’s page says not ready', async () => {
    const lost = await startApp();
    const one = await createUser(lost.prisma);
    await lost.prisma.$disconnect();
    const unreachable = await startApp({ DATABASE_URL: 'postgresql://nobody:none@127.0.0.1:1/none' });
    afterAll(() => undefined);
    const began = Date.now();
    const reply = await unreachable.visitor.get('/api/v1/plans');
    expectError(reply, 503, 'unavailable');
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expectError(
      await unreachable.visitor.get('/api/v1/user').set('authorization', `Bearer ${lost.tokenOf(one)}`),
      503,
      'unavailable',
    );
    expect(Date.now() - began).toBeLessThan(5_000);
    expect((await unreachable.visitor.get('/livez')).status).toBe(200);
    expectError(await unreachable.visitor.get('/readyz'), 503, 'unavailable');
  });
});
