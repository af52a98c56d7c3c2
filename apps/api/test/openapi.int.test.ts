import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type RouteContract, routes } from '@marquee/contracts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createOpenApi } from '#src/http/openapi.ts';
import { startApp } from './app.ts';
import { COMPANION_DAY } from './companion-day.ts';
import { createMedium, createOffer, unique } from './factories.ts';

const run = promisify(execFile);

const Content = z.record(z.string(), z.looseObject({ example: z.unknown().optional() })).optional();
const Operation = z.object({
  description: z.string().min(1),
  parameters: z.array(
    z.object({
      name: z.string(),
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

/** Type-checks one file with TypeScript 5, which companions use. Fails with the compiler's output. */
async function compile(file: string): Promise<void> {
  const tsc = join(
    dirname(createRequire(import.meta.url).resolve('typescript-5/package.json')),
    'bin',
    'tsc',
  );
  const options = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--skipLibCheck'];
  const platform = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2024,dom'];
  const child = run(process.execPath, [tsc, ...options, ...platform, file], { cwd: import.meta.dirname });
  const output = await child.then(
    () => '',
    (error: { message: string; stdout: string }) => `${error.message}\n${error.stdout}`,
  );
  expect(output).toBe('');
}

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
