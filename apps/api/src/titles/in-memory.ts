import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '#src/env.ts';
import { buildSnapshot } from '#src/titles/cards/snapshot-build.ts';
import { createSnapshotHolder } from '#src/titles/cards/snapshot-holder.ts';
import { startSnapshotThread } from '#src/titles/cards/snapshot-thread.ts';
import { createMemoryListener, type EarlyStart } from '#src/titles/early-start.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import type { Access } from '#src/titles/users/access.repository.ts';
import type { TasteRow } from '#src/titles/users/taste.repository.ts';
import { createUserCache } from '#src/titles/users/user-cache.ts';

interface Dependencies {
  env: Pick<Env, 'API_ORIGIN' | 'BILLING' | 'CACHE_USERS' | 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>;
  log: FastifyBaseLogger;
  early?: EarlyStart | undefined;
  /** Called when a round has changed. */
  onRound?: () => void;
  repos: {
    access: { findAccess(userId: number): Promise<Access | null> };
    taste: { findTaste(userId: number): Promise<TasteRow | null> };
  };
}

/**
 * The payload that stands for all users. A trigger sends it when one statement changed too many users to list
 * their ids.
 */
const EVERYBODY = '*';

/** Returns a handler that calls `drop` for each user that a payload names, or `clear` for all users. */
const forUsers =
  (drop: (userId: number) => void, clear: () => void) =>
  (payload: string): void => {
    if (payload === EVERYBODY) clear();
    else for (const userId of payload.split(',')) drop(Number(userId));
  };

/**
 * Creates the snapshot and the caches of users, invalidated through NOTIFY (docs/operations.md#memory).
 */
export function createInMemory({ env, log, repos, early, onRound = () => {} }: Dependencies) {
  let readEarly = early?.readFirstSnapshot;
  let swappedAt: number | null = null;
  function build(): Promise<Snapshot> {
    const read =
      readEarly ?? startSnapshotThread({ databaseUrl: env.DATABASE_URL, apiOrigin: env.API_ORIGIN });
    readEarly = undefined;
    return buildSnapshot(read(), (reason) =>
      log.error({ reason }, 'the trained model cannot be read; the content model ranks titles'),
    );
  }
  const snapshots = createSnapshotHolder({
    build,
    onSwap: (snapshot) => {
      swappedAt = Date.now();
      users.clearTastes();
      log.info({ titles: snapshot.data.size, model: snapshot.model.meta.kind }, 'snapshot in use');
    },
    onError: (err) => log.error({ err }, 'snapshot could not be built, trying again'),
  });
  const users = createUserCache({ repos, env, snapshot: () => snapshots.get() });
  const listener = early?.listener ?? createMemoryListener(env, log);
  const handlers: Parameters<typeof listener.handle>[0] = {
    channels: {
      marquee_user: forUsers(users.dropTaste, users.clearTastes),
      marquee_access: forUsers(users.dropAccess, users.clearAccess),
      marquee_round: onRound,
      // A change of plans or prices changes access but not the snapshot.
      marquee_catalogue: (payload) => (payload === 'plans' ? users.clearAccess() : snapshots.refresh()),
    },
    onLost: () => users.trust(false),
    onListening: () => {
      users.trust(true);
      // Notifications sent while the listener was down are lost, so read the catalogue again.
      snapshots.refresh();
    },
  };
  // Without a listener, cached entries are not used.
  users.trust(false);

  return {
    users,
    /** Returns the snapshot in use. Throws `unavailable` before the first snapshot is loaded. */
    snapshot: () => snapshots.get(),
    /** Returns the id of the title into which the title was merged, else the given id. */
    currentId: (mediumId: number): number =>
      snapshots.isReady() ? snapshots.get().currentId(mediumId) : mediumId,
    /**
     * Returns the snapshot in use. A worker uses none, so it gets one for this piece of work, whose memory is free
     * afterwards.
     */
    borrowSnapshot: async (): Promise<Snapshot> => (snapshots.isReady() ? snapshots.get() : build()),
    isReady: () => snapshots.isReady(),
    stats: () => ({
      users: users.stats(),
      snapshotBytes: snapshots.isReady() ? snapshots.get().bytes : 0,
      snapshotSeconds: swappedAt === null ? null : (Date.now() - swappedAt) / 1_000,
      model: snapshots.isReady() ? snapshots.get().model.meta.kind : null,
    }),
    /** Loads the catalogue again. Resolves when the new snapshot is in use, and rejects when loading failed. */
    async refresh(): Promise<void> {
      // A notification of an earlier change that arrives during the build would ask for another one.
      await listener.catchUp();
      await snapshots.renew();
    },
    /**
     * Starts the listener and loads the snapshot. Resolves after one attempt at each, and retries in the
     * background.
     */
    async start(): Promise<void> {
      await listener.start();
      const hasMissed = listener.handle(handlers);
      const loading = snapshots.start();
      if (hasMissed) snapshots.refresh();
      await loading;
    },
    async close(): Promise<void> {
      await listener.close();
      await snapshots.close();
    },
  };
}

/** The users of this process's caches, and the size and age of its snapshot. */
export type InMemoryStats = ReturnType<ReturnType<typeof createInMemory>['stats']>;
