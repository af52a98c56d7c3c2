import { setTimeout as sleep } from 'node:timers/promises';
import { StripeFault } from '../core/errors.ts';

export const FAULT_MODES = ['none', 'slow', 'error_500', 'error_429', 'away', 'lost_reply'] as const;
export type FaultMode = (typeof FAULT_MODES)[number];

/** The failure that the control call asked for. It ends with another control call or with the process. */
export class Faults {
  mode: FaultMode = 'none';
  /** Delay of each call in `slow` mode. */
  seconds = 5;

  /** Waits or fails by the mode. Returns true when the caller must close the connection without an answer. */
  async before(): Promise<boolean> {
    if (this.mode === 'slow') await sleep(this.seconds * 1000);
    if (this.mode === 'error_500') throw new StripeFault(500, 'api_error', 'An unknown error occurred');
    if (this.mode === 'error_429') {
      throw new StripeFault(429, 'invalid_request_error', 'Too many requests', { code: 'rate_limit' });
    }
    return this.mode === 'away';
  }
}
