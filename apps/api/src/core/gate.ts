import { type Asker, currentAsker } from './asker.ts';
import { AppError } from './errors.ts';

const RETRY_AFTER_S = 5;

interface Options {
  /** Highest number of tasks that run at the same time. */
  atOnce: number;
  /** The same of one key. */
  atOnceOfKey?: number;
  /** Highest number of waiting tasks of members, and of everybody else. A further task fails with `unavailable`. */
  waitingMax: number;
  /** The same of one key. */
  waitingMaxOfKey?: number;
  /** Whether tasks of members start before those of others. */
  membersFirst?: boolean;
}

interface Task {
  /** Tasks with one key take turns with those of other keys. By default the key of the asker. */
  key?: string | undefined;
  /** Who waits. By default whoever asked for the work that runs now. */
  asker?: Asker | null;
  /** The time until which the task may wait, in milliseconds since 1970. Then it fails with `unavailable`. */
  until?: number;
}

interface Waiter {
  key: string;
  asker: Asker | null;
  start: () => void;
  refuse: () => void;
}

/** The waiting tasks by key. The key whose turn is next comes first. */
class Queue {
  readonly #byKey = new Map<string, Waiter[]>();
  size = 0;

  of = (key: string): number => this.#byKey.get(key)?.length ?? 0;

  add(waiter: Waiter): void {
    const waiting = this.#byKey.get(waiter.key);
    if (waiting) waiting.push(waiter);
    else this.#byKey.set(waiter.key, [waiter]);
    this.size++;
  }

  /** Takes the first task of the first key that may run, whose next task then comes after those of other keys. */
  take(mayRun: (key: string) => boolean): Waiter | undefined {
    for (const [key, waiting] of this.#byKey) {
      if (!mayRun(key)) continue;
      const [first] = waiting;
      if (first === undefined) continue;
      this.remove(first);
      if (waiting.length > 0) {
        this.#byKey.delete(key);
        this.#byKey.set(key, waiting);
      }
      return first;
    }
    return undefined;
  }

  remove(waiter: Waiter): boolean {
    const waiting = this.#byKey.get(waiter.key);
    const at = waiting?.indexOf(waiter) ?? -1;
    if (waiting === undefined || at < 0) return false;
    waiting.splice(at, 1);
    if (waiting.length === 0) this.#byKey.delete(waiter.key);
    this.size--;
    return true;
  }

  /** Takes the tasks that nobody waits for any more. */
  dropLeft(): void {
    for (const waiter of [...this.#byKey.values()].flat())
      if (waiter.asker?.hasLeft() && this.remove(waiter)) waiter.refuse();
  }
}

/**
 * Runs tasks, at most `atOnce` at a time, the keys in turns, so that no key can use all places. A task whose asker has left
 * does not start. A task must not wait for another task of the gate.
 */
export function createGate({
  atOnce,
  atOnceOfKey = atOnce,
  waitingMax,
  waitingMaxOfKey = waitingMax,
  membersFirst = false,
}: Options) {
  const [members, others] = [new Queue(), new Queue()];
  const running = new Map<string, number>();
  let runningInAll = 0;
  const mayRun = (key: string): boolean => runningInAll < atOnce && (running.get(key) ?? 0) < atOnceOfKey;

  function begin(key: string): void {
    running.set(key, (running.get(key) ?? 0) + 1);
    runningInAll++;
  }

  function startWaiting(): void {
    for (;;) {
      const next = members.take(mayRun) ?? others.take(mayRun);
      if (next === undefined) return;
      if (next.asker?.hasLeft()) next.refuse();
      else next.start();
    }
  }

  function end(key: string): void {
    const left = (running.get(key) ?? 0) - 1;
    if (left > 0) running.set(key, left);
    else running.delete(key);
    runningInAll--;
    startWaiting();
  }

  function wait(key: string, asker: Asker | null, until: number | undefined): Promise<void> {
    const queue = membersFirst && asker?.isMember ? members : others;
    if (queue.size >= waitingMax || queue.of(key) >= waitingMaxOfKey) queue.dropLeft();
    const refusal = new AppError('unavailable', { retryAfter: RETRY_AFTER_S });
    if (queue.size >= waitingMax || queue.of(key) >= waitingMaxOfKey) throw refusal;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = {
      key,
      asker,
      start() {
        clearTimeout(timer);
        begin(key);
        resolve();
      },
      refuse() {
        clearTimeout(timer);
        reject(refusal);
      },
    };
    const timer =
      until === undefined
        ? undefined
        : setTimeout(() => queue.remove(waiter) && waiter.refuse(), Math.max(1, until - Date.now()));
    queue.add(waiter);
    return promise;
  }

  return async <T>(work: () => Promise<T>, task: Task = {}): Promise<T> => {
    const { asker = currentAsker(), until } = task;
    const key = task.key ?? asker?.key ?? '';
    if (mayRun(key)) begin(key);
    else await wait(key, asker, until);
    try {
      return await work();
    } finally {
      end(key);
    }
  };
}

export type Gate = ReturnType<typeof createGate>;

/** Serializes tasks with the same key; tasks with different keys run in parallel. */
export const createTurns = (waitingMaxOfKey: number): Gate =>
  createGate({
    atOnce: Number.POSITIVE_INFINITY,
    atOnceOfKey: 1,
    waitingMax: Number.POSITIVE_INFINITY,
    waitingMaxOfKey,
  });

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
