import { AsyncLocalStorage } from 'node:async_hooks';

/** Who waits for the work of a request: a user, a guest of a round, or an IP address. Jobs have nobody who waits. */
export interface Asker {
  readonly key: string;
  /** Whether a trial or a plan gives access. */
  readonly isMember: boolean;
  /** Whether the client has closed the connection, so that no reply reaches it. */
  hasLeft(): boolean;
  /** Adds the processor time that the running callback has taken for this asker. Called before it waits for something. */
  settle(): void;
  /** Adds processor time that another thread has taken for this asker. */
  spend(ms: number): void;
}

const storage = new AsyncLocalStorage<Asker>();

/** Returns who waits for the work that runs now, or null in a job. */
export const currentAsker = (): Asker | null => storage.getStore() ?? null;

/** Runs the work, and everything that it awaits, for an asker. */
export const askedBy = <T>(asker: Asker, work: () => T): T => storage.run(asker, work);
