import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { FastifyBaseLogger } from 'fastify';
import { inject } from 'vitest';
import type { Env } from '#src/env.ts';
import type { SnapshotParts } from '#src/titles/cards/snapshot-build.ts';
import { startSnapshotThread } from '#src/titles/cards/snapshot-thread.ts';
import { createMemoryListener, type EarlyStart } from '#src/titles/early-start.ts';
import { alone } from './database.ts';

/** Returns the first snapshot of the demo catalogue. The first application that needs it builds and stores it for the others. */
function readDemoSnapshot({ DATABASE_URL, API_ORIGIN }: Env): Promise<SnapshotParts> {
  const hash = createHash('sha256').update(API_ORIGIN).digest('hex');
  const file = join(inject('folder'), `${hash}.snapshot`);
  return alone(async () => {
    if (existsSync(file)) return deserialize(await readFile(file));
    const parts = await startSnapshotThread({ databaseUrl: DATABASE_URL, apiOrigin: API_ORIGIN })();
    await writeFile(`${file}.part`, serialize(parts));
    await rename(`${file}.part`, file);
    return parts;
  });
}

/**
 * Lets an application over the demo catalogue start with the stored snapshot, because building one takes seconds. What a test
 * changes before it starts the application is not in it.
 */
export const startWithDemoSnapshot = (env: Env, log: FastifyBaseLogger): EarlyStart => ({
  listener: createMemoryListener(env, log),
  readFirstSnapshot: () => readDemoSnapshot(env),
});
