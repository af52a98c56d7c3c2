// Runs the examples of docs/clients.md as they stand there.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { childEnv } from '#src/env.ts';
import { createOpenApi } from '#src/http/openapi.ts';
import { startApp } from './app.ts';
import { compile } from './compile.ts';
import { createKey, createMedium, createOffer, createUser } from './factories.ts';

const run = promisify(execFile);
const page = await readFile(join(import.meta.dirname, '../../../docs/clients.md'), 'utf8');

/** Returns the one example in a language. */
function example(language: string): string {
  const found = [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))];
  expect(found).toHaveLength(1);
  return found[0]?.[1] ?? '';
}

const { app, deps, prisma } = await startApp();
const user = await createUser(prisma);
for (const title of ['Heat', 'Alien', 'Coraline']) {
  const medium = await createMedium(prisma, { title, releaseYear: 1995 });
  const { providerId } = await createOffer(prisma, medium);
  await prisma.userMediumProvider.create({ data: { userId: user.id, providerId } });
}
await deps.inMemory.refresh();
const origin = await app.listen({ port: 0, host: '127.0.0.1' });

const hasTools = ['curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0);

it.skipIf(!hasTools)('the script prints the picks of tonight, each with its reason', async () => {
  const key = await createKey(prisma, user, ['read']);
  const { stdout } = await run('sh', ['-c', example('sh')], {
    env: childEnv({ MARQUEE: origin, MARQUEE_KEY: key }),
  });
  const lines = stdout.trim().split('\n');
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toMatch(/^(Heat|Alien|Coraline) \(1995\): .+\.$/);
});

it('the typed client compiles with the types of the document, and marks a title as seen', async () => {
  // The folder is inside this package, so that the generated files can import the fetch library.
  const folder = await mkdtemp(join(import.meta.dirname, '.generated-'));
  try {
    // Pass a copy of the document, because the generator changes its input.
    const types = await openapiTypeScript(JSON.parse(JSON.stringify(createOpenApi())));
    await writeFile(join(folder, 'marquee.ts'), astToString(types));
    const client = join(folder, 'client.ts');
    await writeFile(client, example('ts'));
    await compile(client);
    const { markSeen } = await import(pathToFileURL(client).href);
    const key = await createKey(prisma, user, ['read', 'write']);
    expect(await markSeen(origin, key, 'Coraline')).toBe('Coraline is marked as seen');
    expect(await prisma.userMediumSeen.count({ where: { userId: user.id } })).toBe(1);
    expect(await markSeen(origin, 'mq_wrong', 'Coraline')).toBe('Please log in to continue.');
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('the fields of the dashboard are in what its address answers', async () => {
  const Widget = z.object({
    widget: z.object({ url: z.url(), mappings: z.array(z.object({ field: z.string() })).min(1) }),
  });
  const { widget } = Widget.parse(JSON.parse(example('json')));
  const secret = await createKey(prisma, user, ['feed']);
  const { pathname } = new URL(widget.url);
  const reply = await fetch(origin + decodeURIComponent(pathname).replace('mq_…', secret));
  expect(reply.status).toBe(200);
  const body: unknown = await reply.json();
  for (const { field } of widget.mappings) {
    const value = field.split('.').reduce<unknown>((at, name) => Object(at)[name], body);
    expect(value, field).toEqual(expect.stringMatching(/./));
  }
});
