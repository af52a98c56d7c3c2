import { AppError } from '#src/errors.ts';

const RETRY_AFTER_S = 5;

interface Options {
  /** How much runs at the same time. */
  atOnce: number;
  /** How much may wait; what comes then is `unavailable` at once. */
  waitingMax: number;
}

/** Runs pieces of work in order, at most `atOnce` at a time. */
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

/** Work with the same key runs one after another, work with different keys side by side. */
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
