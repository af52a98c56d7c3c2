import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Store } from './store.ts';

const HEADER = '{"version":1}\n';
/** Limit of appended characters. Above the limit, the next save rewrites the file without outdated lines. */
const LONGEST_TAIL = 32 * 1024 * 1024;

/** Stores the state as one file of JSON lines. Simultaneous calls of `save` share one write. */
export class StateFile {
  readonly #path: string | null;
  readonly #store: Store;
  #saved = 0;
  #running: Promise<void> | null = null;
  /**
   * Characters appended since the last rewrite. The value is null before the first rewrite and after a failed
   * write.
   */
  #tail: number | null = null;

  /** @param path null stores nothing on disk. */
  constructor(path: string | null, store: Store) {
    this.#path = path;
    this.#store = store;
  }

  async load(): Promise<void> {
    if (this.#path === null) return;
    const text = await readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return HEADER;
      throw error;
    });
    if (!text.startsWith(HEADER)) throw new Error(`${this.#path} is not a state file of this version`);
    // A killed process may leave an incomplete last line. The line is dropped, because its call got no
    // response.
    const lines = text.slice(HEADER.length, text.lastIndexOf('\n') + 1).split('\n');
    for (const line of lines) if (line !== '') this.#apply(line);
  }

  #apply(line: string): void {
    const [name, value] = JSON.parse(line);
    if (name === 'settings') this.#store.configure(value);
    else this.#store.apply(name, value);
  }

  /** Resolves when every change made before the call is on disk. */
  async save(): Promise<void> {
    const revision = this.#store.revision;
    while (this.#path !== null && this.#saved < revision) {
      this.#running ??= this.#write(this.#path).finally(() => {
        this.#running = null;
      });
      await this.#running;
    }
  }

  /**
   * Appends the changes. The first write, a write after a failure, and a write above `LONGEST_TAIL` replace the
   * whole file through a rename.
   */
  async #write(path: string): Promise<void> {
    const revision = this.#store.revision;
    const tail = this.#tail;
    this.#tail = null;
    if (tail === null || tail > LONGEST_TAIL) {
      const text = HEADER + this.#store.serialize();
      await mkdir(dirname(path), { recursive: true });
      // The file is readable only by its owner, because the state contains the secrets of webhook endpoints.
      await writeFile(`${path}.tmp`, text, { mode: 0o600 });
      await rename(`${path}.tmp`, path);
      this.#tail = 0;
    } else {
      const text = this.#store.takeChanges();
      await appendFile(path, text);
      this.#tail = tail + text.length;
    }
    this.#saved = revision;
  }
}
