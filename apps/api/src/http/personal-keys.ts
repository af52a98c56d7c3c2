import type { KeyScope } from '@marquee/contracts';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createSecret, hashToken } from '#src/core/secrets.ts';
import type { Access } from '#src/titles/users/access.repository.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';

const FORM = /^mq_[A-Za-z0-9_-]{43}$/;
const OWNERS_KEPT = 10_000;

/** Returns a new secret. Its beginning lets people and scanners of repositories recognize it. */
export const createKeySecret = (): string => `mq_${createSecret()}`;

/** Returns whether a text has the form of a key's secret. */
export const looksLikeKey = (text: string): boolean => FORM.test(text);

/** A key that is in use. */
export interface KeyInUse {
  readonly id: number;
  readonly scopes: readonly KeyScope[];
}

/** A key with its user. */
export interface FoundKey {
  readonly userId: number;
  readonly access: Access;
  readonly key: KeyInUse;
}

/** Returns whether the key has neither been revoked nor ended. */
export const isKeyLive = (access: Access | null, id: number): boolean =>
  access?.keys.some((key) => key.id === id && key.endsAt > Date.now()) ?? false;

interface Dependencies {
  repos: {
    keys: {
      findOwner(secretHash: string): Promise<number | null>;
      noteUse(userId: number, id: number, day: Date): Promise<void>;
    };
  };
  users: Pick<UserCache, 'findAccess' | 'dropAccess'>;
  log: FastifyBaseLogger;
}

/**
 * Recognizes personal keys. Which keys a user has is part of the user's access, so that a notification of the database ends a
 * revoked key in every process; only whose key a secret is, which never changes, is kept here.
 */
export function createPersonalKeys({ repos, users, log }: Dependencies) {
  const owners = new LRUCache<string, number>({ max: OWNERS_KEPT });
  const usedOn = new LRUCache<string, string>({ max: OWNERS_KEPT });

  function noteUse(secretHash: string, userId: number, id: number): void {
    const day = new Date().toISOString().slice(0, 10);
    if (usedOn.get(secretHash) === day) return;
    usedOn.set(secretHash, day);
    // The reply does not wait for it, and the next day has another chance.
    repos.keys
      .noteUse(userId, id, new Date(`${day}T00:00:00Z`))
      .catch((err: unknown) => log.warn({ err, userId }, 'the use of a key could not be stored'));
  }

  return {
    /**
     * Returns the key of a secret with its user, or null when there is none, or none any more.
     * @param beforeSearch called before a secret that this process does not know is looked up in the database. It may throw.
     */
    async find(secret: string, beforeSearch: () => void): Promise<FoundKey | null> {
      const secretHash = hashToken(secret);
      let userId = owners.get(secretHash);
      if (userId === undefined) {
        beforeSearch();
        const owner = await repos.keys.findOwner(secretHash);
        if (owner === null) return null;
        owners.set(secretHash, owner);
        userId = owner;
        // Another process may have made the key, and its notification may still be on the way.
        users.dropAccess(userId);
      }
      const access = await users.findAccess(userId);
      const key = access?.keys.find((each) => each.secretHash === secretHash && each.endsAt > Date.now());
      if (!access || !key) return null;
      noteUse(secretHash, userId, key.id);
      return { userId, access, key };
    },
  };
}

export type PersonalKeys = ReturnType<typeof createPersonalKeys>;
