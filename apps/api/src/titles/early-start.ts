import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { directUrlOf } from '#src/data/database-url.ts';
import { createEarlyListener, type EarlyListener } from '#src/data/listener.ts';
import type { Env } from '#src/env.ts';
import type { SnapshotParts } from '#src/titles/cards/snapshot-build.ts';
import { startSnapshotThread } from '#src/titles/cards/snapshot-thread.ts';

/** Longest wait for the listener before the app is loaded, in milliseconds. */
const LISTENER_MS = 500;

type EarlyEnv = Pick<Env, 'API_ORIGIN' | 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>;

/** The listener and the first read of the snapshot, which server.ts starts before it loads the app. */
export interface EarlyStart {
  listener: EarlyListener;
  readFirstSnapshot: () => Promise<SnapshotParts>;
}

/** Creates the listener that invalidates the snapshot and the caches of this process. It does not connect yet. */
export const createMemoryListener = (env: EarlyEnv, log: FastifyBaseLogger): EarlyListener =>
  createEarlyListener({
    url: directUrlOf(env),
    names: ['marquee_user', 'marquee_access', 'marquee_catalogue', 'marquee_round'],
    // Only changes of the catalogue matter yet: no user is cached, and plans are not part of the snapshot.
    matters: (name, payload) => name === 'marquee_catalogue' && payload !== 'plans',
    onError: (err) => log.warn({ err }, 'the listener lost its connection'),
  });

/**
 * Reads the first snapshot in a thread while the main thread loads the app. The listener starts before the
 * thread reads, so that no change is lost.
 */
export async function startEarly(env: EarlyEnv, log: FastifyBaseLogger): Promise<EarlyStart> {
  const read = startSnapshotThread({ databaseUrl: env.DATABASE_URL, apiOrigin: env.API_ORIGIN });
  const listener = createMemoryListener(env, log);
  await Promise.race([listener.start(), sleep(LISTENER_MS)]);
  if (!listener.isListening()) return { listener, readFirstSnapshot: read };
  const parts = read();
  // A failure is reported later, by the first build of the snapshot.
  parts.catch(() => {});
  return { listener, readFirstSnapshot: () => parts };
}
