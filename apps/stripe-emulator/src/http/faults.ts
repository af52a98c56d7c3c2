import { setTimeout as sleep } from 'node:timers/promises';
import { StripeFault } from '../core/errors.ts';

export const FAULT_MODES = ['none', 'slow', 'error_500', 'error_429', 'away', 'lost_reply'] as const;
export type FaultMode = (typeof FAULT_MODES)[number];

/**
 * The fault mode set by `/_control/faults`. The mode applies until the next call of `/_control/faults` or the
 * end of the process.
 */
export class Faults {
  #mode: FaultMode = 'none';
  #seconds = 5;
  #change = Promise.withResolvers<void>();

  get mode(): FaultMode {
    return this.#mode;
  }

  /**
   * Sets the mode and ends the delay of waiting calls.
   * @param seconds the delay of each call in `slow` mode.
   */
  set(mode: FaultMode, seconds: number): void {
    this.#mode = mode;
    this.#seconds = seconds;
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }

  /** Waits or throws, by mode. Returns true when the caller must close the connection without a response. */
  async before(): Promise<boolean> {
    const mode = this.#mode;
    if (mode === 'slow')
      await Promise.race([sleep(this.#seconds * 1000, undefined, { ref: false }), this.#change.promise]);
    if (mode === 'error_500') throw new StripeFault(500, 'api_error', 'An unknown error occurred');
    if (mode === 'error_429') {
      throw new StripeFault(429, 'invalid_request_error', 'Too many requests', { code: 'rate_limit' });
    }
    return mode === 'away';
  }
}
