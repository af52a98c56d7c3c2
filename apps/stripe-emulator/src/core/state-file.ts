import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Store } from './store.ts';

const HEADER = '{"version":1}\n';
/** The file is written again as a whole when so many characters were added to it. */
const LONGEST_TAIL = 32 * 1024 * 1024;

/**
 * The whole state in one file of JSON lines. A save adds the lines of changed objects; the start and a long tail write
 * the file as a whole, to a temporary file that is renamed. Calls that wait at the same time share one write.
 */
export class StateFile {
  readonly #path: string | null;
  readonly #store: Store;
  #saved = 0;
  #running: Promise<void> | null = null;
  /** Characters added since the file was written as a whole; null before that, and after a failed write. */
  #tail: number | null = null;

  /** Without a path the state lives in memory only. */
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
    // A process that was killed may leave half a line. Its call was never answered, so the line does not count.
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

  async #write(path: string): Promise<void> {
    const revision = this.#store.revision;
    const tail = this.#tail;
    this.#tail = null;
    if (tail === null || tail > LONGEST_TAIL) {
      const text = HEADER + this.#store.serialize();
      await mkdir(dirname(path), { recursive: true });
      // The state holds the secrets of webhook endpoints.
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
