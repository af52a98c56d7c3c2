import { BoundedLoader } from './bounded-loader.ts';
import type { Access } from './members.repository.ts';
import type { Snapshot } from './snapshot.ts';
import type { TasteRow } from './taste.repository.ts';
import { Taste } from './taste.ts';

const ACCESS_BYTES = 200;
const MAX_ACCESS_BYTES = 20 * 1024 * 1024;
const MAX_TASTE_BYTES = 512 * 1024 * 1024;

interface Dependencies {
  repos: {
    members: { findAccess(userId: number): Promise<Access | null> };
    taste: { findTaste(userId: number): Promise<TasteRow | null> };
  };
  /** The snapshot to fold people into; throws `unavailable` until there is one. */
  snapshot: () => Snapshot;
}

/** What is kept of each active person, so that a warm request asks the database nothing (design.md section 5). */
export function createMemberCache({ repos, snapshot }: Dependencies) {
  const access = new BoundedLoader<Access>({
    load: (userId) => repos.members.findAccess(userId),
    sizeOf: () => ACCESS_BYTES,
    maxBytes: MAX_ACCESS_BYTES,
  });
  const tastes = new BoundedLoader<Taste>({
    load: async (userId) => {
      const row = await repos.taste.findTaste(userId);
      return row && new Taste(snapshot(), row);
    },
    sizeOf: (taste) => taste.bytes,
    maxBytes: MAX_TASTE_BYTES,
  });

  return {
    /** Null when there is no such person. */
    getAccess: (userId: number) => access.get(userId),

    /** Null when there is no such person. */
    getTaste: (userId: number) => tastes.get(userId),

    /** To be called after every write of or about the person; `app.ts` does so for every call they make. */
    drop(userId: number): void {
      access.drop(userId);
      tastes.drop(userId);
    },

    clear(): void {
      access.clear();
      tastes.clear();
    },

    /** A new snapshot: people are folded in anew, each with their next request. */
    dropTastes(): void {
      tastes.clear();
    },

    /** While nobody tells us of other processes' writes nothing kept is trusted. */
    trust(trusted: boolean): void {
      access.trust(trusted);
      tastes.trust(trusted);
    },

    stats: () => ({ access: access.stats, tastes: tastes.stats }),
  };
}

export type MemberCache = ReturnType<typeof createMemberCache>;
