import type { Store } from './store.ts';

/** The emulator's time in Unix seconds: wall time plus all seconds of earlier `advance` calls. */
export class Clock {
  readonly #store: Store;
  #frozen: number | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  now(): number {
    return this.#frozen ?? Math.floor(Date.now() / 1000) + this.#store.settings.clock_offset;
  }

  /** Runs `work` while `now` returns `time`, so that new objects and events get this time. */
  at<Result>(time: number, work: () => Result): Result {
    const before = this.#frozen;
    this.#frozen = time;
    try {
      return work();
    } finally {
      this.#frozen = before;
    }
  }

  advance(seconds: number): void {
    this.#store.configure({ clock_offset: this.#store.settings.clock_offset + seconds });
  }
}
