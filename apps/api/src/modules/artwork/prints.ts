import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';
import { AppError } from '#src/core/errors.ts';
import { createGate } from '#src/core/gate.ts';
import { createSharedWork } from '#src/core/shared-work.ts';
import type { Drawing, Drawn } from './draw.worker.ts';

/** An image in the form that is sent to clients. */
export interface Print {
  svg: Buffer;
  gzip: Buffer;
  etag: string;
}

/** Number of drawing threads. They use half of the processors, so that the other half can process calls. */
const THREADS = Math.max(1, Math.floor(availableParallelism() / 2));
const WAITING_MAX = 200;
/** Some hundred images, plain and compressed. Any other is drawn again. */
const CACHE_BYTES = 8 * 1_048_576;
const IDLE_MS = 60_000;
/** Niceness of the drawing threads: a lower priority than the thread that processes calls. */
const NICE = 5;
const RETRY_AFTER_S = 2;

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/**
 * Caches images by key and version. Threads draw the images, so that many image requests do not delay other
 * calls.
 */
export function createPrints() {
  const threads = new Piscina<Drawing, Drawn>({
    filename: new URL('./draw.worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: THREADS,
    concurrentTasksPerWorker: 1,
    idleTimeout: IDLE_MS,
    niceIncrement: NICE,
  });
  const prints = new LRUCache<string, Print>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ svg, gzip }) => svg.length + gzip.length,
  });
  const inTurn = createGate({ atOnce: THREADS, waitingMax: WAITING_MAX, membersFirst: true });
  const share = createSharedWork<Print>();
  let isClosing = false;

  /** Draws an image in a thread. A drawing that fails because the server closes is reported as `unavailable`. */
  async function run(what: Drawing): Promise<Drawn> {
    try {
      return await threads.run(what);
    } catch (cause) {
      if (isClosing) throw new AppError('unavailable', { cause, retryAfter: RETRY_AFTER_S });
      throw cause;
    }
  }

  /** Draws an image without keeping it. @throws AppError `unavailable` when too many drawings wait. */
  const draw = (what: Drawing): Promise<Drawn> => inTurn(() => run(what));

  async function keep(key: string, version: string, what: Drawing): Promise<Print> {
    const { svg, gzip } = await draw(what);
    const print = { svg: toBuffer(svg), gzip: toBuffer(gzip), etag: `"${version}"` };
    prints.set(`${key}?${version}`, print);
    return print;
  }

  return {
    draw,

    /** Returns the print of this version if the print is cached. */
    find: (key: string, version: string): Print | undefined => prints.get(`${key}?${version}`),

    /** Returns the cached print or draws a new print. Simultaneous callers share one drawing. */
    async get(key: string, version: string, what: Drawing): Promise<Print> {
      const name = `${key}?${version}`;
      return prints.get(name) ?? share(name, () => keep(key, version, what));
    },

    close(): Promise<void> {
      isClosing = true;
      return threads.destroy();
    },
  };
}

export type Prints = ReturnType<typeof createPrints>;
