import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { createOpenApi } from '#src/http/openapi.ts';
import { startApp } from './app.ts';
import { createMedium, unique } from './factories.ts';

const run = promisify(execFile);

/** A client as a mobile team would write it. It uses only the generated types and a fetch library. */
const CLIENT = `
import createClient from 'openapi-fetch';
import type { paths } from './marquee.ts';

export async function tryOut(baseUrl: string, name: string, mediumId: number) {
  const client = createClient<paths>({ baseUrl });
  const signUp = await client.POST('/users', {
    body: { user: { email: name + '@example.com', display_name: name, password: 'popcorn 4 two' } },
  });
  if (!signUp.data) throw new Error(signUp.error.message);
  const headers = { authorization: 'Bearer ' + signUp.data.user.access_token };
  // The titles of this test have no offers, so allow unavailable titles.
  await client.PUT('/api/v1/user', { headers, body: { user: { unavailable_titles: true } } });
  const rated = await client.POST('/api/v1/media/{id}/user_medium_ratings', {
    params: { path: { id: String(mediumId) } },
    headers,
    body: { user_medium_rating: { rating: 9 } },
  });
  const discover = await client.GET('/api/v2/media', {
    params: { query: { grouped_genres: 'true', view: 'card' } },
    headers,
  });
  if (!rated.data || !discover.data) throw new Error('refused');
  const likelihoods: (number | null)[] = discover.data.grouped_media.flatMap((group) =>
    group.media.map((medium) => medium.likelyhood),
  );
  const refused = await client.GET('/api/v1/user', {});
  return {
    step: signUp.data.user.signup_step,
    rating: rated.data.user_medium_rating.rating,
    likelihoods,
    refused: refused.error?.error,
  };
}
`;

/** Type-checks one file. Fails with the compiler's output. */
async function compile(file: string): Promise<void> {
  const options = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--skipLibCheck'];
  const platform = ['--ignoreConfig', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom'];
  const child = run('pnpm', ['exec', 'tsc', ...options, ...platform, file], { cwd: import.meta.dirname });
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

  it('has types with which a client compiles, signs up, rates and reads Discover', async () => {
    const { app, deps, prisma } = await startApp();
    const medium = await createMedium(prisma);
    await createMedium(prisma);
    await deps.inMemory.refresh();
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    // The folder is inside this package, so that the generated files can import the fetch library.
    const folder = await mkdtemp(join(import.meta.dirname, '.generated-'));
    try {
      // Pass a copy of the document, because the generator changes its input.
      const types = await openapiTypeScript(JSON.parse(JSON.stringify(createOpenApi())));
      await writeFile(join(folder, 'marquee.ts'), astToString(types));
      const client = join(folder, 'client.ts');
      await writeFile(client, CLIENT);
      await compile(client);
      const { tryOut } = await import(pathToFileURL(client).href);
      const { likelihoods, ...rest } = await tryOut(address, unique('gen'), medium.id);
      expect(rest).toEqual({ step: 4, rating: 9, refused: 'unauthorized' });
      expect(likelihoods.length).toBeGreaterThan(0);
      for (const likelihood of likelihoods) expect(likelihood).toEqual(expect.any(Number));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
