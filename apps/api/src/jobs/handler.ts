import { definitions, type JobKind, type JobPayload } from './definitions.ts';

/** One outbox row, opened. */
export interface Job<K extends JobKind = JobKind> {
  id: number;
  kind: K;
  userId: number | null;
  payload: JobPayload<K>;
  createdAt: Date;
}

/**
 * Does the work. It may be called again for the same row (a worker died, a server did not answer), so either it
 * ends in one transaction, or a repeat is harmless. Throwing means: try again later.
 */
export type Handler<K extends JobKind> = (job: Job<K>) => Promise<void>;
export type Handlers = { [K in JobKind]: Handler<K> };

/** Trying again cannot help: the row goes to the dead letters at once. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}

/** A kind without a handler, or a handler without a kind, must stop the start rather than lose work. */
export function checkHandlers(handlers: Record<string, unknown>): void {
  const missing = Object.keys(definitions).filter((kind) => typeof handlers[kind] !== 'function');
  const unknown = Object.keys(handlers).filter((kind) => !Object.hasOwn(definitions, kind));
  if (missing.length > 0) throw new Error(`Kinds without a handler: ${missing.join(', ')}`);
  if (unknown.length > 0) throw new Error(`Handlers without a kind: ${unknown.join(', ')}`);
}
