import {
  bodyLimitOf,
  CAPS,
  IMPORT_CHOICES_MAX,
  LARGE_BODY_BYTES,
  LIMITS,
  MESSAGE_MAX,
  type RouteContract,
  routes,
} from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { BODY_SHAPE } from '#src/http/json-body.ts';
import { startApp } from './app.ts';
import { type Billing, startBilling } from './billing.ts';
import { createUser, unique } from './factories.ts';
import { escapedJson, largestBody } from './largest-body.ts';

let app: Billing;
let user: User;

beforeAll(async () => {
  app = await startBilling({}, { jobs: false });
  user = await createUser(app.prisma);
});

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const calls = Object.entries<RouteContract>(routes)
  .filter(([key, contract]) => !key.startsWith('GET ') && !contract.upload)
  .map(([key, contract]) => ({ key, contract }));

const send = (key: string, payload: string, token = app.tokenOf(user)) => {
  const [method = '', template = ''] = key.split(' ');
  return app.app.inject({
    method: method as Method,
    url: template.replace(/\{\w+\}/g, '1'),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    payload,
  });
};

describe.each(calls)('$key', ({ key, contract }) => {
  const limit = bodyLimitOf(contract);

  it('reads a body with every field at its largest size and every unit escaped', async () => {
    const text = escapedJson(contract.body ? largestBody(contract.body) : {});
    expect(text.length).toBeLessThanOrEqual(
      contract.bodyBytes === undefined ? limit : Number.POSITIVE_INFINITY,
    );
    // Texts are escaped, so each of these characters is a field, an object or an array.
    expect(text.match(/[:{[]/g)?.length).toBeLessThanOrEqual(BODY_SHAPE.parts);
    expect(text.match(/,/g)?.length ?? 0).toBeLessThanOrEqual(BODY_SHAPE.values);
    // A call that changes many rows takes a body as a client writes it, without escapes.
    const fits = text.length <= limit ? text : JSON.stringify(contract.body && largestBody(contract.body));
    expect([413, 500]).not.toContain((await send(key, fits)).statusCode);
    // The call may have deleted the account.
    if (key.endsWith('/destroy')) user = await createUser(app.prisma);
  });

  it('refuses a larger body with 413 before it is parsed', async () => {
    // Garbled JSON up to the limit is 400, or ignored by a call that reads no JSON.
    expect((await send(key, '['.repeat(limit))).statusCode).not.toBe(413);
    const reply = await send(key, '['.repeat(limit + 1));
    expect([reply.statusCode, reply.json().error]).toEqual([413, 'too_large']);
  });
});

describe('the largest bodies that members send', () => {
  it('feedback of 5,000 characters, all of them escaped, is stored', async () => {
    const body = { feedback: { content: '字'.repeat(MESSAGE_MAX) } };
    expect((await send('POST /api/v1/feedback', escapedJson(body))).statusCode).toBe(201);
  });

  it('an order of 10,000 titles is saved as an array and as text', async () => {
    const count = CAPS.titlesPerList;
    // The ids have eight digits, more than a catalogue needs.
    await app.prisma.$executeRaw`
      INSERT INTO media (id, source, type, external_id, title, release_year)
      SELECT 90000000 + n, 'order', 'movie', 'order' || n, 'Order ' || n, 2000
        FROM generate_series(1, ${count}::int) AS n`;
    const list = await app.prisma.userList.create({ data: { ownerId: user.id, name: unique('Long ') } });
    await app.prisma.$executeRaw`
      INSERT INTO user_list_media (list_id, medium_id, position)
      SELECT ${list.id}, 90000000 + n, n FROM generate_series(1, ${count}::int) AS n`;
    const ids = Array.from({ length: count }, (_, at) => 90_000_001 + at).reverse();
    for (const sorted_medium_ids of [ids, ids.toReversed().join(',')]) {
      const reply = await send(
        `PUT /api/v1/user_lists/${list.id}`,
        JSON.stringify({ user_list: { sorted_medium_ids } }),
      );
      expect([reply.statusCode, reply.json().user_list?.count_media]).toEqual([200, count]);
    }
  });

  it('choices for 2,000 doubtful titles of an import are read', async () => {
    const { id } = await app.prisma.userImport.create({
      data: { userId: user.id, source: 'imdb', sha256: 'x', bytes: 1, state: 'ready' },
    });
    const choices = Array.from({ length: IMPORT_CHOICES_MAX }, (_, at) => ({
      id: 2_000_000_000 + at,
      medium_id: 2_000_000_000 + at,
    }));
    const reply = await send(`POST /api/v1/user/imports/${id}/confirm`, escapedJson({ choices }));
    // The import has no such titles.
    expect(reply.statusCode, reply.body).toBe(422);
  });
});

describe('limits by IP address', async () => {
  const { app: limited, deps } = await startApp({ RATE_LIMIT: 'on' });
  const post = (remoteAddress: string, url: string, payload: string) =>
    limited.inject({
      method: 'POST',
      url,
      remoteAddress,
      headers: { 'content-type': 'application/json' },
      payload,
    });
  const statuses = async (count: number, ask: () => ReturnType<typeof post>) =>
    new Set((await Promise.all(Array.from({ length: count }, ask))).map(({ statusCode }) => statusCode));
  const check = (ip: string) =>
    post(ip, '/api/v1/users/check_display_name_exists', '{"display_name":"Somebody"}');

  it('count calls without a token before their bodies are read', async () => {
    const tooLarge = '['.repeat(LARGE_BODY_BYTES);
    const ip = '192.0.2.61';
    const url = '/api/v1/users/check_display_name_exists';
    expect(await statuses(LIMITS.calls.max, () => post(ip, url, tooLarge))).toEqual(new Set([413]));
    expect((await check(ip)).statusCode).toBe(429);
    expect((await check('192.0.2.62')).statusCode).toBe(200);
  });

  it.each([
    ['checks', '/api/v1/users/check_display_name_exists', '{"display_name":"Somebody"}', 200],
    [
      'signUps',
      '/users',
      '{"user":{"email":"bodies@example.com","display_name":"Bodies","password":"a-strange-phrase-7"}}',
      201,
    ],
    ['mailRequests', '/api/v1/user/delete_account', '{"user":{"email":"nobody@example.com"}}', 200],
  ] as const)('of %s count valid bodies only', async (name, url, valid, status) => {
    const ip = `198.51.100.${url.length}`;
    const times = LIMITS[name].max + 5;
    expect(await statuses(times, () => post(ip, url, '{"user":{}}'))).toEqual(new Set([422]));
    expect(await statuses(times, () => post(ip, url, '{'))).toEqual(new Set([400]));
    expect((await post(ip, url, valid)).statusCode).toBe(status);
  });

  it('count webhooks apart from everything else of the address', async () => {
    const ip = '192.0.2.63';
    const webhook = (from: string) => post(from, '/webhooks/stripe', '{}');
    const { max } = LIMITS.webhooks;
    for (let sent = 0; sent < max; sent += 500)
      expect(await statuses(500, () => webhook(ip))).toEqual(new Set([400]));
    expect((await webhook(ip)).statusCode).toBe(429);
    expect((await webhook('192.0.2.64')).statusCode).toBe(400);
    expect((await check(ip)).statusCode).toBe(200);
    expect(deps.limits.refusals().get('webhooks')).toBe(1);
    const other = '192.0.2.65';
    await statuses(LIMITS.anonymous.max, () => limited.inject({ url: '/livez', remoteAddress: other }));
    expect((await check(other)).statusCode).toBe(429);
    expect((await webhook(other)).statusCode).toBe(400);
  });
});
