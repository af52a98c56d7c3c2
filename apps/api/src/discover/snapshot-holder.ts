import { AppError } from '#src/errors.ts';

interface Options<Snapshot> {
  build: () => Promise<Snapshot>;
  /** A new snapshot is in use. */
  onSwap: (snapshot: Snapshot) => void;
  onError: (error: unknown) => void;
}

/** An import notifies batch by batch; one rebuild a moment behind the first takes most of them up. */
const GATHER_MS = 300;
const RETRY_MS = 2_000;

/** Holds the snapshot in use, and builds the next one in the background while requests go on with this one. */
export function createSnapshotHolder<Snapshot>({ build, onSwap, onError }: Options<Snapshot>) {
  let current: Snapshot | null = null;
  let building: Promise<void> | null = null;
  /** What is being built may have read before the last change. */
  let stale = false;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function swap(): Promise<void> {
    const next = await build();
    if (closed) return;
    current = next;
    onSwap(next);
  }

  /** Builds one; at a time there is but one being built. Rejects when it failed, and another is tried soon. */
  async function run(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    stale = false;
    const started = performance.now();
    let pause = GATHER_MS;
    try {
      await swap();
      // A stream of changes must not keep a core busy with nothing else.
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

  function rebuild(): Promise<void> {
    building ??= run();
    return building;
  }

  /** `onError` was told, and the next attempt is on its way. */
  const inBackground = (): Promise<void> => rebuild().catch(() => {});

  function schedule(delay: number): void {
    if (!closed) timer ??= setTimeout(inBackground, delay);
  }

  return {
    /** @throws {AppError} `unavailable` until the first one is built. */
    get(): Snapshot {
      if (!current) throw new AppError('unavailable', { retryAfter: 2 });
      return current;
    },
    isReady: () => current !== null,
    /** Builds the first one; resolves when the attempt has ended, and goes on trying when it failed. */
    start: inBackground,
    /** The catalogue or the model changed: a new one is built soon. */
    refresh(): void {
      if (building) stale = true;
      else schedule(GATHER_MS);
    },
    /** Resolves when what the database holds now is in use; rejects when that could not be built. */
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
