import { LRUCache } from 'lru-cache';
import { fetchPicture, pictureSourceOf } from '#src/clients/picture-source.ts';
import { createGate } from '#src/core/gate.ts';
import type { PictureKind } from './picture-paths.ts';
import type { PicturesRepository } from './pictures.repository.ts';

interface Dependencies {
  repos: { pictures: PicturesRepository };
  /** Tests set the address of a local server as the source of pictures. */
  sources?: Parameters<typeof pictureSourceOf>[1];
}

interface Picture {
  bytes: Buffer;
  /** The address of the picture at the source. */
  address: string;
  /** How long a copy may be stored, in seconds. */
  keepSeconds: number;
}

const PIXELS_MAX = 50_000_000;
const QUALITY = 80;
/** Any other picture is fetched from its source again. */
const CACHE_BYTES = 16 * 1_048_576;
/** The limits for running downloads, each of up to 10 MB, and for waiting downloads. */
const LOADING = { atOnce: 8, waitingMax: 500 };

/** Downloads pictures from sources, resizes them once and caches them as long as the source allows. */
export function createPicturesService({ repos, sources }: Dependencies) {
  const kept = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }) => length,
  });
  const gate = createGate(LOADING);
  /** The downloads in progress. Simultaneous requests of one size share one download. */
  const loading = new Map<string, Promise<Buffer | null>>();

  async function load(address: string, width: number, keepSeconds: number): Promise<Buffer | null> {
    const original = await fetchPicture(address);
    if (original === null) return null;
    // Load sharp only for the first picture, because loading takes 0.18 s of CPU time.
    const { default: sharp } = await import('sharp');
    const bytes = await sharp(original, { limitInputPixels: PIXELS_MAX })
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer()
      // Return null for a file that is not a picture.
      .catch(() => null);
    if (bytes === null) return null;
    kept.set(`${width} ${address}`, bytes, { ttl: keepSeconds * 1_000 });
    return bytes;
  }

  function share(key: string, start: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const running = loading.get(key);
    if (running) return running;
    const started = start().finally(() => loading.delete(key));
    loading.set(key, started);
    return started;
  }

  return {
    /** Returns the picture, or null when no source has a picture of the title or the download fails. */
    async find(mediumId: number, kind: PictureKind, width: number): Promise<Picture | null> {
      const address = (await repos.pictures.get(mediumId))[kind];
      const source = address === null ? null : pictureSourceOf(address, sources);
      if (address === null || source === null) return null;
      const key = `${width} ${address}`;
      const bytes =
        kept.get(key) ?? (await share(key, () => gate(() => load(address, width, source.keepSeconds))));
      return bytes && { bytes, address, keepSeconds: source.keepSeconds };
    },
  };
}

export type PicturesService = ReturnType<typeof createPicturesService>;
