import { Worker } from 'node:worker_threads';
import type { SnapshotParts } from './snapshot-build.ts';

export interface SnapshotRequest {
  databaseUrl: string;
  apiOrigin: string;
}

/** Lets the thread read the catalogue and the model. Call it once. */
type ReadSnapshot = () => Promise<SnapshotParts>;

/**
 * Starts a thread that loads its code and connects to the database.
 * @returns the function that starts reading. Call it after the listener is up, because earlier changes are not
 * notified.
 */
export function startSnapshotThread(workerData: SnapshotRequest): ReadSnapshot {
  const thread = new Worker(new URL('./snapshot.worker.ts', import.meta.url), { workerData });
  const parts = new Promise<SnapshotParts>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`snapshot worker ended with code ${code}`)));
  });
  // A thread that received no read request must not keep the process alive.
  thread.unref();
  // Prevents an unhandled rejection. The returned function rejects with the same error.
  parts.catch(() => {});
  return () => {
    thread.ref();
    thread.postMessage('read');
    return parts;
  };
}
