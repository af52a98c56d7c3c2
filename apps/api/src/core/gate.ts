import { AppError } from './errors.ts';

const RETRY_AFTER_S = 5;

interface Options {
  /** Highest number of tasks that run at the same time. */
  atOnce: number;
  /** Highest number of waiting tasks. A further task fails with `unavailable`. */
  waitingMax: number;
}

/** Runs tasks in order, at most `atOnce` at a time. */
export function createGate({ atOnce, waitingMax }: Options) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) throw new AppError('unavailable', { retryAfter: RETRY_AFTER_S });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** Serializes tasks with the same key; tasks with different keys run in parallel. */
export function createTurns(waitingMax: number) {
  const gates = new Map<string, { pass: ReturnType<typeof createGate>; users: number }>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const gate = gates.get(key) ?? { pass: createGate({ atOnce: 1, waitingMax }), users: 0 };
    gates.set(key, gate);
    gate.users++;
    try {
      return await gate.pass(work);
    } finally {
      gate.users--;
      if (gate.users === 0) gates.delete(key);
    }
  };
}

/**
 * Runs at most `atOnce` tasks at a time, one per key, so that no key can use all slots. A task must not wait
 * for another task of the gate.
 */
export function createFairGate({ waitingMaxOfKey, ...all }: Options & { waitingMaxOfKey: number }) {
  const gate = createGate(all);
  const inTurn = createTurns(waitingMaxOfKey);
  return <T>(key: string | number, work: () => Promise<T>): Promise<T> =>
    inTurn(String(key), () => gate(work));
}

/** Returns a function whose simultaneous callers share one run of the task. */
export function createShared<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}
