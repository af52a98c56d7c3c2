import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Snapshot, Store } from './store.ts';

/** Writes the whole state to one file. Calls that wait at the same time share one write. */
export class StateFile {
  readonly #path: string | null;
  readonly #store: Store;
  #written = 0;
  #running: Promise<void> | null = null;

  /** Without a path the state lives in memory only. */
  constructor(path: string | null, store: Store) {
    this.#path = path;
    this.#store = store;
  }

  async load(): Promise<void> {
    if (this.#path === null) return;
    const text = await readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return;
    const snapshot: Snapshot = JSON.parse(text);
    if (snapshot.version !== 1)
      throw new Error(`${this.#path} was written by another version of the emulator`);
    this.#store.load(snapshot);
    this.#written = this.#store.revision;
  }

  /** Resolves when every change made before the call is on disk. */
  async save(): Promise<void> {
    const revision = this.#store.revision;
    while (this.#path !== null && this.#written < revision) {
      this.#running ??= this.#write(this.#path).finally(() => {
        this.#running = null;
      });
      await this.#running;
    }
  }

  async #write(path: string): Promise<void> {
    const revision = this.#store.revision;
    const text = this.#store.serialize();
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.tmp`, text);
    await rename(`${path}.tmp`, path);
    this.#written = revision;
  }
}
