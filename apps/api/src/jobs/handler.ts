import { definitions, type JobKind, type JobPayload } from './definitions.ts';

/** One outbox row with its parsed payload. */
export interface Job<K extends JobKind = JobKind> {
  id: number;
  kind: K;
  userId: number | null;
  payload: JobPayload<K>;
  createdAt: Date;
}

/**
 * Handles one row. An exception schedules a retry, and a crash can repeat a finished job, so a repeat must
 * change nothing.
 * @param signal is aborted when the process closes. Work of more than a few seconds must check the signal.
 */
export type Handler<K extends JobKind> = (job: Job<K>, signal: AbortSignal) => Promise<void>;
export type Handlers = { [K in JobKind]: Handler<K> };

/** @throws when a kind has no handler or a handler has no kind, so that the process does not start. */
export function checkHandlers(handlers: Record<string, unknown>): asserts handlers is Handlers {
  const missing = Object.keys(definitions).filter((kind) => typeof handlers[kind] !== 'function');
  const unknown = Object.keys(handlers).filter((kind) => !Object.hasOwn(definitions, kind));
  if (missing.length > 0) throw new Error(`Kinds without a handler: ${missing.join(', ')}`);
  if (unknown.length > 0) throw new Error(`Handlers without a kind: ${unknown.join(', ')}`);
}
