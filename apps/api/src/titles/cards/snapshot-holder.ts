import { AppError } from '#src/core/errors.ts';

interface Options<Snapshot> {
  build: () => Promise<Snapshot>;
  /** Called when a new snapshot is in use. */
  onSwap: (snapshot: Snapshot) => void;
  onError: (error: unknown) => void;
}

/**
 * Delay before a rebuild, in milliseconds. An import sends one notification per batch, and most of them share
 * one rebuild.
 */
const GATHER_MS = 1_000;
const RETRY_MS = 2_000;

/** Keeps the snapshot in use and builds the next snapshot in the background. */
export function createSnapshotHolder<Snapshot>({ build, onSwap, onError }: Options<Snapshot>) {
  let current: Snapshot | null = null;
  let building: Promise<void> | null = null;
  /** True when the data changed during the running build. The build may have read the old data. */
  let stale = false;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function swap(): Promise<void> {
    const next = await build();
    if (closed) return;
    current = next;
    onSwap(next);
  }

  /** Builds a snapshot, for `rebuild` only. After a failure, schedules a retry and rejects. */
  async function run(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    stale = false;
    const started = performance.now();
    let pause = GATHER_MS;
    try {
      await swap();
      // Pause for at least the duration of the build, so that frequent changes use at most half of a core.
      pause = Math.max(pause, performance.now() - started);
    } catch (error) {
      onError(error);
      stale = true;
      pause = RETRY_MS;
      throw error;
    } finally {
      building = null;
      if (stale) schedule(pause);
    }
  }

  /** Starts a build, or returns the running build. */
  function rebuild(): Promise<void> {
    building ??= run();
    return building;
  }

  /** Ignores a failure, because `run` has reported it through `onError` and scheduled a retry. */
  const inBackground = (): Promise<void> => rebuild().catch(() => {});

  function schedule(delay: number): void {
    if (!closed) timer ??= setTimeout(inBackground, delay);
  }

  return {
    /** @throws {AppError} `unavailable` until the first snapshot is built. */
    get(): Snapshot {
      if (!current) throw new AppError('unavailable', { retryAfter: 2 });
      return current;
    },
    isReady: () => current !== null,
    /** Builds the first snapshot. Resolves after the first attempt; retries run in the background. */
    start: inBackground,
    /** Schedules a build. Call it when the catalogue or the model has changed. */
    refresh(): void {
      if (building) stale = true;
      else schedule(GATHER_MS);
    },
    /**
     * Builds a snapshot of the current data. Resolves when the snapshot is in use, and rejects when the build
     * failed.
     */
    async renew(): Promise<void> {
      while (building) await inBackground();
      await rebuild();
    },
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      if (building) await inBackground();
    },
  };
}
