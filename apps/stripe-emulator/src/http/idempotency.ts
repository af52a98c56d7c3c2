import { createHash } from 'node:crypto';
import type { IdempotencyRecord } from '../core/collections.ts';
import { StripeFault } from '../core/errors.ts';
import { DAY } from '../core/periods.ts';
import type { Store } from '../core/store.ts';

const wallTime = (): number => Math.floor(Date.now() / 1000);

export const fingerprintOf = (method: string, path: string, body: string): string =>
  createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');

/**
 * Stores the first response to an idempotency key for 24 hours, as Stripe does. Further calls with the key
 * get this response.
 */
export class Idempotency {
  readonly #store: Store;
  readonly #running = new Set<string>();

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Returns the stored response, or null when the caller must handle the request and then run `finish`. Throws
   * error 409 while a call with the key is running, and 400 when the fingerprint differs.
   */
  begin(key: string, fingerprint: string): IdempotencyRecord | null {
    if (this.#running.has(key)) {
      const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`;
      throw new StripeFault(409, 'idempotency_error', message, { code: 'idempotency_key_in_use' });
    }
    const record = this.#store.find('idempotency_records', key);
    if (!record || record.created < wallTime() - DAY) {
      this.#running.add(key);
      return null;
    }
    if (record.fingerprint === fingerprint) return record;
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
    throw new StripeFault(400, 'idempotency_error', message);
  }

  /** Stores the response. Must run before the response is sent. */
  keep(key: string, record: Omit<IdempotencyRecord, 'id' | 'created'>): void {
    for (const old of this.#store.list('idempotency_records')) {
      if (old.created < wallTime() - DAY) this.#store.remove('idempotency_records', old.id);
    }
    this.#store.put('idempotency_records', { id: key, created: wallTime(), ...record });
  }

  finish(key: string): void {
    this.#running.delete(key);
  }
}
