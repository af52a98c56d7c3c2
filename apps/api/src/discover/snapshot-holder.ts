import { AppError } from '#src/errors.ts';
import type { Snapshot } from './snapshot.ts';

interface Options {
  build: () => Promise<Snapshot>;
  /** A new snapshot is in use. */
  onSwap: (snapshot: Snapshot) => void;
  onError: (error: unknown) => void;
}

/** An import notifies batch by batch; one rebuild behind the last is enough. */
const GATHER_MS = 300;
const RETRY_MS = 2_000;

/** Holds the snapshot in use, and builds the next one in the background while requests go on with this one. */
export function createSnapshotHolder({ build, onSwap, onError }: Options) {
  let current: Snapshot | null = null;
  let building: Promise<void> | null = null;
  let stale = false;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function rebuild(): Promise<void> {
    stale = false;
    try {
      const next = await build();
      if (closed) return;
      current = next;
      onSwap(next);
    } catch (error) {
      onError(error);
      if (!closed) schedule(RETRY_MS);
    } finally {
      building = null;
      if (stale) schedule(GATHER_MS);
    }
  }

  function run(): Promise<void> {
    building ??= rebuild();
    return building;
  }

  function schedule(delay: number): void {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void run(), delay);
  }

  return {
    /** @throws {AppError} `unavailable` until the first one is built. */
    get(): Snapshot {
      if (!current) throw new AppError('unavailable', { retryAfter: 2 });
      return current;
    },
    isReady: () => current !== null,
    /** Builds the first one; resolves when the attempt has ended, and goes on trying when it failed. */
    start: run,
    /** The catalogue or the model changed: a new one is built soon. */
    refresh(): void {
      stale = building !== null;
      if (!stale) schedule(GATHER_MS);
    },
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await building;
    },
  };
}
