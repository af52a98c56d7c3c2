import { randomUUID } from 'node:crypto';
import { opaqueString, PASSWORD_MAX_BYTES } from '@marquee/contracts';
import bcrypt from 'bcrypt';
import { createGate } from '#src/core/gate.ts';

/** Number of simultaneous hashes. Each occupies one of four libuv threads, and files and DNS need two. */
const AT_ONCE = 2;
/** Number of calls that can wait. They take about 12 s at cost 12, less than the timeout of clients. */
const WAITING_MAX = 100;

/** Hashes and compares passwords with bcrypt. `cost` is the work factor of bcrypt, which is low in tests. */
export function createPasswords(cost: number) {
  const gate = createGate({ atOnce: AT_ONCE, waitingMax: WAITING_MAX });
  // Compare with this hash when the user does not exist. The reply then takes as long as for an existing
  // user.
  const dummyHash = bcrypt.hash(randomUUID(), cost);

  return {
    hash: (password: string): Promise<string> => gate(() => bcrypt.hash(password, cost)),

    /**
     * Returns whether the password matches the hash. Compares the form of new passwords (`opaqueString`) and then the
     * password as sent, because older passwords were hashed so. Without a hash, returns false after the same work.
     */
    async matches(password: string, hash: string | null): Promise<boolean> {
      const known = hash ?? (await dummyHash);
      for (const form of new Set([opaqueString(password), password])) {
        const same = await gate(() => bcrypt.compare(form, known));
        // bcrypt ignores bytes after the 72nd, so a longer password with the same first 72 bytes would match.
        if (same && hash !== null && Buffer.byteLength(form) <= PASSWORD_MAX_BYTES) return true;
      }
      return false;
    },
  };
}

export type Passwords = ReturnType<typeof createPasswords>;
