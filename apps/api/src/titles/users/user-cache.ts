import { LRUCache } from 'lru-cache';
import { AppError } from '#src/core/errors.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import type { Access } from './access.repository.ts';
import { BoundedLoader } from './bounded-loader.ts';
import type { TasteRow } from './taste.repository.ts';
import { Taste, type TasteBefore } from './taste.ts';

interface Dependencies {
  repos: {
    access: { findAccess(userId: number): Promise<Access | null> };
    taste: { findTaste(userId: number): Promise<TasteRow | null> };
  };
  env: { BILLING: 'on' | 'off'; CACHE_USERS: number };
  /** Returns the snapshot in use. Throws `unavailable` before the first snapshot is loaded. */
  snapshot: () => Snapshot;
}

/** Caches access and taste of active users, so that a warm request needs no query (docs/operations.md#memory). */
export function createUserCache({ repos, env, snapshot }: Dependencies) {
  const access = new BoundedLoader<Access>({
    load: async (userId) => {
      const found = await repos.access.findAccess(userId);
      return found && env.BILLING === 'off' ? { ...found, memberUntil: Number.POSITIVE_INFINITY } : found;
    },
    max: env.CACHE_USERS,
  });
  /** Keeps the groups of a user over their writes, each of which drops the taste. */
  const before = new LRUCache<number, TasteBefore>({ max: env.CACHE_USERS });
  const tastes = new BoundedLoader<Taste>({
    load: async (userId) => {
      const row = await repos.taste.findTaste(userId);
      if (!row) {
        before.delete(userId);
        return null;
      }
      const taste = new Taste(snapshot(), row, before.get(userId));
      before.set(userId, { snapshot: taste.snapshot, undoubted: taste.undoubted });
      return taste;
    },
    max: env.CACHE_USERS,
  });

  return {
    /** Returns the access of a user. Null when the user does not exist. */
    findAccess: (userId: number) => access.find(userId),

    /** Returns the taste of a user. Null when the user does not exist. */
    findTaste: (userId: number) => tastes.find(userId),

    /** Returns the taste of the caller. @throws AppError unauthorized when the account was deleted meanwhile. */
    async getTaste(userId: number): Promise<Taste> {
      const taste = await tastes.find(userId);
      if (!taste) throw new AppError('unauthorized');
      return taste;
    },

    /** Drops access and taste of a user. */
    drop(userId: number): void {
      access.drop(userId);
      tastes.drop(userId);
    },

    /** Drops the access of a user after a change of what decides it. */
    dropAccess: (userId: number) => access.drop(userId),

    /** Drops the taste of a user after a change that cannot decide access, such as a rating. */
    dropTaste: (userId: number) => tastes.drop(userId),

    /** Drops the access of all users. */
    clearAccess: () => access.clear(),

    /** Drops the tastes of all users, for example after a new snapshot. */
    clearTastes(): void {
      tastes.clear();
      before.clear();
    },

    /** Sets whether cached entries are used. Set false while the listener is down. */
    trust(trusted: boolean): void {
      access.trust(trusted);
      tastes.trust(trusted);
    },

    stats: () => ({ access: access.size, tastes: tastes.size }),
  };
}

export type UserCache = ReturnType<typeof createUserCache>;
