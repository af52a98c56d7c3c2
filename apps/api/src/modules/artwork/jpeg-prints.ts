import { LRUCache } from 'lru-cache';
import { currentAsker } from '#src/core/asker.ts';
import { AppError } from '#src/core/errors.ts';
import { createGate } from '#src/core/gate.ts';
import { createSharedWork } from '#src/core/shared-work.ts';
import type { Drawing } from './draw.worker.ts';
import type { Prints } from './prints.ts';

/** Any other picture is drawn again. A card has less than `BYTES_MAX`, and most have 60 kB. */
const KEPT_MAX = 60;
/** Networks load no larger pictures. */
const BYTES_MAX = 300_000;
/** The first quality that keeps to the size is taken. */
const QUALITIES = [85, 60, 30] as const;
/** One drawing at a time leaves the other processors to members, and taking turns lets nobody take all of them. */
const DRAWINGS = { atOnce: 1, waitingMax: 100, waitingMaxOfKey: 20, membersFirst: true };

async function toJpeg(svg: Uint8Array): Promise<Buffer> {
  // Load sharp only for the first card, because loading takes 0.18 s of CPU time.
  const { default: sharp } = await import('sharp');
  let bytes = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    bytes = await sharp(svg).jpeg({ quality, mozjpeg: true }).toBuffer();
    if (bytes.length <= BYTES_MAX) break;
  }
  return bytes;
}

/** Draws cards and posters of tastes as JPEG, which every network reads, and keeps the last ones. */
export function createJpegPrints({ draw }: Pick<Prints, 'draw'>) {
  const kept = new LRUCache<string, Buffer>({ max: KEPT_MAX });
  const inTurn = createGate(DRAWINGS);
  const share = createSharedWork<Buffer>();

  async function print(name: string, what: Drawing): Promise<Buffer> {
    const { svg } = await draw(what);
    if (currentAsker()?.hasLeft()) throw new AppError('unavailable');
    const begun = performance.now();
    const bytes = await toJpeg(svg);
    currentAsker()?.spend(performance.now() - begun);
    kept.set(name, bytes);
    return bytes;
  }

  return {
    /**
     * Returns the kept picture or draws it. Simultaneous callers share one drawing.
     * @throws AppError `unavailable` when too many drawings wait.
     */
    async get(name: string, what: Drawing): Promise<Buffer> {
      return kept.get(name) ?? share(name, () => inTurn(() => print(name, what)));
    },
  };
}

export type JpegPrints = ReturnType<typeof createJpegPrints>;
