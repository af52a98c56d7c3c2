import { randomUUID } from 'node:crypto';
import { PASSWORD_MAX_BYTES } from '@marquee/contracts';
import bcrypt from 'bcrypt';
import { createGate } from '#src/gate.ts';

export const PASSWORD_COST = 12;
/** bcrypt runs on the four threads that files and DNS share: two stay free for everybody else. */
const AT_ONCE = 2;
/** A dozen seconds of work at cost 12: less than clients wait. Who comes then is told at once. */
const WAITING_MAX = 100;

/** Hashes and compares passwords with bcrypt. `cost` is its work factor; tests use a low one. */
export function createPasswords(cost: number) {
  const gate = createGate({ atOnce: AT_ONCE, waitingMax: WAITING_MAX });
  // Compared against when there is no such person, so that both answers take the same time.
  const nobody = bcrypt.hash(randomUUID(), cost);

  return {
    hash: (password: string): Promise<string> => gate(() => bcrypt.hash(password, cost)),

    /** Whether the password is the hash's; false, after the same work, without a hash. */
    async matches(password: string, hash: string | null): Promise<boolean> {
      const known = hash ?? (await nobody);
      const same = await gate(() => bcrypt.compare(password, known));
      // bcrypt reads no further than its limit, so a longer text could pass for a password of exactly that length.
      return same && hash !== null && Buffer.byteLength(password) <= PASSWORD_MAX_BYTES;
    },
  };
}

export type Passwords = ReturnType<typeof createPasswords>;
