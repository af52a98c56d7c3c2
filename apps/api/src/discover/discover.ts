import type { FastifyBaseLogger } from 'fastify';
import { createListener } from '#src/clients/listener.ts';
import type { Env } from '#src/env.ts';
import type { Access } from './members.repository.ts';
import { createMemberCache } from './members.ts';
import { buildSnapshot } from './snapshot-build.ts';
import { createSnapshotHolder } from './snapshot-holder.ts';
import type { TasteRow } from './taste.repository.ts';
import { createTitles } from './titles.ts';

interface Dependencies {
  env: Pick<Env, 'DATABASE_URL' | 'API_ORIGIN'>;
  log: FastifyBaseLogger;
  repos: {
    members: { findAccess(userId: number): Promise<Access | null> };
    taste: { findTaste(userId: number): Promise<TasteRow | null> };
  };
}

/** Everyone is dropped when a statement touched too many people to name them. */
const EVERYBODY = '*';

/** The hot path: snapshot, people and titles, kept fresh by NOTIFY (design.md section 5). */
export function createDiscover({ env, log, repos }: Dependencies) {
  const snapshots = createSnapshotHolder({
    build: () =>
      buildSnapshot({
        databaseUrl: env.DATABASE_URL,
        apiOrigin: env.API_ORIGIN,
        onModelError: (reason) =>
          log.error({ reason }, 'the trained model cannot be read; ranking by content'),
      }),
    onSwap: (snapshot) => {
      members.dropTastes();
      log.info({ titles: snapshot.data.size, model: snapshot.model.meta.kind }, 'snapshot in use');
    },
    onError: (err) => log.error({ err }, 'snapshot could not be built, trying again'),
  });
  const members = createMemberCache({ repos, snapshot: () => snapshots.get() });
  const listener = createListener({
    url: env.DATABASE_URL,
    channels: {
      marquee_user: (payload) => (payload === EVERYBODY ? members.clear() : members.drop(Number(payload))),
      // Plans and prices decide who is a member, and are on no card.
      marquee_catalogue: (payload) => (payload === 'plans' ? members.clear() : snapshots.refresh()),
    },
    onLost: () => members.trust(false),
    onListening: () => {
      members.trust(true);
      // What changed while nobody listened went unheard.
      if (snapshots.isReady()) snapshots.refresh();
    },
    onError: (err) => log.warn({ err }, 'listener lost its connection'),
  });
  // Nothing is trusted before the listener is up.
  members.trust(false);

  const titles = createTitles({ members, snapshot: () => snapshots.get() });

  return {
    members,
    titles,
    isReady: () => snapshots.isReady(),
    stats: () => ({
      ...members.stats(),
      replies: titles.replyBytes(),
      snapshot: snapshots.isReady() ? snapshots.get().bytes : 0,
      model: snapshots.isReady() ? snapshots.get().model.meta.kind : null,
    }),
    /** Resolves when what the database holds now is in use; rejects when that could not be built. */
    refresh: () => snapshots.renew(),
    /** Resolves when listening and the first snapshot were tried; both go on by themselves. */
    async start(): Promise<void> {
      await listener.start();
      await snapshots.start();
    },
    async close(): Promise<void> {
      await listener.close();
      await snapshots.close();
    },
  };
}

/** Entries and bytes of what this process keeps. */
export type DiscoverStats = ReturnType<ReturnType<typeof createDiscover>['stats']>;
