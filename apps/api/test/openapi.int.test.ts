import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type RouteContract, routes } from '@marquee/contracts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createOpenApi } from '#src/http/openapi.ts';
import { startApp } from './app.ts';
import { COMPANION_DAY } from './companion-day.ts';
import { compile } from './compile.ts';
import { createMedium, createOffer, createUser, unique } from './factories.ts';

const Content = z.record(z.string(), z.looseObject({ example: z.unknown().optional() })).optional();
const Operation = z.object({
  description: z.string().min(1),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(['path', 'query']),
      description: z.string(),
      schema: z.record(z.string(), z.unknown()),
      example: z.json(),
    }),
  ),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: Content })),
});
const { paths } = z
  .object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })
  .parse(createOpenApi());

const CALLS = Object.entries<RouteContract>(routes);
function operationOf(key: string): z.infer<typeof Operation> {
  const [method = '', path = ''] = key.split(' ');
  const operation = paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${key} is not in the document`);
  return operation;
}

/** Calls that name what only one caller has: a password, a code, a plan, an id, a browser. An example of another caller cannot succeed. */
const OF_ONE_CALLER: ReadonlySet<string> = new Set([
  'POST /users/sign_in',
  'PATCH /users/password',
  'PUT /api/v1/user',
  'GET /api/v1/user/export',
  'POST /api/v1/users/confirm_email',
  'POST /api/v1/users/restore_email',
  'POST /api/v1/users/password_confirmation',
  'POST /api/v1/user/confirm_delete_account',
  'POST /api/v1/plans/change',
  'POST /api/v1/plans/cancel',
  'POST /api/v1/plans/manage',
  'POST /api/v1/plans/preview',
  'POST /api/v1/plans/store_purchase',
  'GET /api/v1/tonight',
  'POST /api/v1/user_interactions',
  'POST /api/v1/user_lists/0/user_list_media',
  'POST /api/v1/user_medium_providers/update_all',
  'POST /api/v1/user_medium_genres/update_all',
  'PUT /api/v1/worth/prices',
  'PUT /api/v1/push',
]);

describe('the OpenAPI document', () => {
  it('passes the recommended rules of the linter without errors or warnings', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: JSON.stringify(createOpenApi()), config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`),
    ).toEqual([]);
  });

  it.each(CALLS)('describes %s, with examples that the contract accepts', (key, contract) => {
    const { parameters, requestBody, responses } = operationOf(key);
    const given = Object.fromEntries(parameters.map(({ name, example }) => [name, String(example)]));
    // Values of a path or query travel as text. A schema ignores the names of the other one.
    contract.params?.parse(given);
    contract.query?.parse(given);
    if (contract.body) contract.body.parse(requestBody?.content?.['application/json']?.example);
    for (const [status, reply] of Object.entries(contract.replies)) {
      if (reply === null || reply === 'text' || Number(status) >= 300) continue;
      reply.parse(responses[status]?.content?.['application/json']?.example);
    }
  });

  it('has examples that are valid calls', async () => {
    const { as, prisma } = await startApp();
    const refused: string[] = [];
    for (const [key, contract] of CALLS) {
      // Files, signed notifications and the calls of operators have no example that anybody could send.
      if (contract.reads || contract.access === 'signed' || contract.access === 'operations') continue;
      const { parameters, requestBody } = operationOf(key);
      const [method = '', path = ''] = key.split(' ');
      const given = (where: 'path' | 'query') => parameters.filter((parameter) => parameter.in === where);
      const filled = given('path').reduce(
        (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))),
        path,
      );
      const query = new URLSearchParams(given('query').map(({ name, example }) => [name, String(example)]));
      const request = as(await createUser(prisma)).get(`${filled}?${query}`);
      request.method = method;
      const body = requestBody?.content?.['application/json']?.example;
      const reply = await (typeof body === 'object' && body !== null ? request.send(body) : request);
      const isRefused =
        [400, 415].includes(reply.status) || (reply.status === 422 && !OF_ONE_CALLER.has(key));
      if (isRefused) refused.push(`${key} ${reply.status}: ${reply.text}`);
    }
    expect(refused).toEqual([]);
  });

  it('has patterns that compile without flags', () => {
    const patterns: string[] = [];
    JSON.stringify(createOpenApi(), (key, value) => {
      if (key === 'pattern') patterns.push(value);
      return value;
    });
    expect(patterns.length).toBeGreaterThan(3);
    for (const pattern of patterns) {
      expect(() => new RegExp(pattern)).not.toThrow();
      expect(pattern, 'means a letter p without the flag').not.toContain('\\p{');
    }
    const names = patterns.find((pattern) => pattern.startsWith('^(?!\\d*$)')) ?? '';
    const passing = ['fay', 'José7', '李雷', '123', 'a b', 'a-b', 'a_b'].filter((name) =>
      new RegExp(names).test(name),
    );
    expect(passing).toEqual(['fay', 'José7', '李雷']);
  });

  it('says which replies are pages, and what comes with a 401', () => {
    for (const key of ['GET /accept_list/{code}', 'GET /reject_list/{code}'])
      expect(Object.keys(operationOf(key).responses['200']?.content ?? {})).toEqual([
        'application/json',
        'text/html',
      ]);
    for (const key of ['GET /unsubscribe/{token}', 'POST /unsubscribe/{token}'])
      expect(Object.keys(operationOf(key).responses['404']?.content ?? {})).toEqual(['text/html']);
    expect(createOpenApi()).toMatchObject({
      components: { responses: { unauthorized: { headers: { 'WWW-Authenticate': { example: 'Bearer' } } } } },
    });
  });

  it('gives numbers and switches of paths and queries the types that they stand for', () => {
    const typesOf = (key: string) =>
      Object.fromEntries(operationOf(key).parameters.map(({ name, schema }) => [name, schema.type]));
    expect(typesOf('GET /api/v2/media')).toMatchObject({
      page: 'integer',
      per_page: 'integer',
      genre_id: 'integer',
      year_from: 'integer',
      runtime_max: 'integer',
      grouped_genres: 'boolean',
      all_streaming: 'boolean',
      id: 'string',
    });
    expect(typesOf('PUT /api/v1/user_interactions/{id}')).toEqual({ id: 'integer' });
  });

  it('gives passwords and display names their limits in characters', () => {
    const { properties } = z
      .object({
        properties: z.object({ user: z.object({ properties: z.record(z.string(), z.looseObject({})) }) }),
      })
      .parse(operationOf('POST /users').requestBody?.content?.['application/json']?.schema);
    expect(properties.user.properties).toMatchObject({
      password: { minLength: 8, maxLength: 32, pattern: '\\d' },
      display_name: { minLength: 3, maxLength: 16 },
      email: { maxLength: 254 },
      signup_step: { type: 'integer' },
    });
  });

  it('has types with which a companion lives a day, from sign-up to the deletion of the account', async () => {
    const { app, deps, prisma } = await startApp();
    const medium = await createMedium(prisma, { overview: 'A door.', ageRating: 'PG', runtimeMinutes: 95 });
    await createOffer(prisma, medium);
    await deps.inMemory.refresh();
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    // The folder is inside this package, so that the generated files can import the fetch library.
    const folder = await mkdtemp(join(import.meta.dirname, '.generated-'));
    try {
      // Pass a copy of the document, because the generator changes its input.
      const types = await openapiTypeScript(JSON.parse(JSON.stringify(createOpenApi())));
      await writeFile(join(folder, 'marquee.ts'), astToString(types));
      const client = join(folder, 'client.ts');
      await writeFile(client, COMPANION_DAY);
      await compile(client);
      const { liveADay } = await import(pathToFileURL(client).href);
      const { likelihoods, ...rest } = await liveADay(address, unique('day'), medium.title);
      expect(rest).toMatchObject({
        exists: false,
        valid: true,
        refusal: ['Password must have 8 to 32 characters', 'Password must have at least one number'],
        step: 5,
        rating: 9,
        tags: ['rewatch'],
        ratedAt: expect.any(String),
        overview: 'A door.',
        hidden: true,
        total: 1,
        holding: 2,
        wish: 'waiting',
        round: 'ended',
        file: expect.stringContaining('Const'),
        ended: 'unauthorized',
        wrong: 'wrong_password',
        gone: expect.any(String),
        // The password that is too short, the ended token, the wrong password.
        failures: [422, 401, 422],
      });
      for (const likelihood of likelihoods) expect(likelihood).toEqual(expect.any(Number));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
