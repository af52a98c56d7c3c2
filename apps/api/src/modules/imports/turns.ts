/** What a job does: it reads a file in a short or a long turn, or it works in the database. */
export type Lane = 'short' | 'long' | 'database';

/** Half of the jobs that one process runs at a time, so that imports leave the other half to mails and payments. */
const JOBS_MAX = 4;
/** A reader is a process with up to 512 MB of memory. */
const READERS_MAX = 2;
/** The other reader is for short turns, so nobody waits longer than such a turn because a file is hard to read. */
const LONG_READERS_MAX = 1;
/** A waiting job asks again after this time, in milliseconds. */
export const ASK_AGAIN_MS = 2_000;
/** A job that did not ask for so long works in another process. */
const FORGOTTEN_AFTER_MS = 3 * ASK_AGAIN_MS;

interface Waiting {
  lane: Lane;
  /** The reading time of the user within the last hour, in milliseconds. */
  usedMs: number;
  askedAt: number;
}

/** Counts running jobs by lane. Returns whether one more fits. */
class Running {
  readonly #counts: Record<Lane, number>;

  constructor(counts: Record<Lane, number> = { short: 0, long: 0, database: 0 }) {
    this.#counts = { ...counts };
  }

  fits(lane: Lane): boolean {
    const { short, long, database } = this.#counts;
    if (short + long + database >= JOBS_MAX) return false;
    if (lane !== 'database' && short + long >= READERS_MAX) return false;
    return lane !== 'long' || long < LONG_READERS_MAX;
  }

  add(lane: Lane, by: 1 | -1): void {
    this.#counts[lane] += by;
  }

  copy(): Running {
    return new Running(this.#counts);
  }
}

/**
 * Shares the work on imports in this process between users: who used the readers least goes first, then who asked
 * first. A job that gets no turn goes back to the queue, so that its place in the worker is free meanwhile.
 */
export function createTurns() {
  const running = new Running();
  const waiting = new Map<number, Waiting>();

  /** Returns whether the import gets a turn when those before it get theirs first. */
  function isNext(importId: number): boolean {
    const planned = running.copy();
    for (const [id, { lane }] of [...waiting].toSorted(([, a], [, b]) => a.usedMs - b.usedMs)) {
      const fits = planned.fits(lane);
      if (id === importId) return fits;
      if (fits) planned.add(lane, 1);
    }
    return false;
  }

  return {
    /** Returns a function that ends the turn, or null when the import has to wait. */
    take(importId: number, lane: Lane, usedMs: number): (() => void) | null {
      const now = Date.now();
      for (const [id, { askedAt }] of waiting) if (now - askedAt > FORGOTTEN_AFTER_MS) waiting.delete(id);
      waiting.set(importId, { lane, usedMs, askedAt: now });
      if (!isNext(importId)) return null;
      waiting.delete(importId);
      running.add(lane, 1);
      return () => running.add(lane, -1);
    },
  };
}
