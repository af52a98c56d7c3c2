import { patiently } from '#src/core/patience.ts';

const TIMEOUT_MS = 5_000;
const BYTES_MAX = 10 * 1024 * 1024;

/** A source of pictures, identified by the origin of its addresses. */
interface PictureSource {
  origin: string;
  /** How long the terms of the source allow a copy to be kept, in seconds. */
  keepSeconds: number;
}

/** The sources that docs/sources.md#pictures names. */
const SOURCES: readonly PictureSource[] = [{ origin: 'https://image.tmdb.org', keepSeconds: 180 * 86_400 }];

/** Returns the source of an address, or null when the address belongs to no known source. */
export const pictureSourceOf = (
  address: string,
  sources: readonly PictureSource[] = SOURCES,
): PictureSource | null => sources.find(({ origin }) => address.startsWith(`${origin}/`)) ?? null;

/** Returns the bytes of a picture, or null when the source does not send a picture. */
export async function fetchPicture(address: string): Promise<Buffer | null> {
  try {
    const reply = await fetch(address, {
      signal: AbortSignal.timeout(patiently(TIMEOUT_MS)),
      redirect: 'error',
    });
    const isPicture = reply.ok && reply.headers.get('content-type')?.startsWith('image/');
    if (!isPicture || Number(reply.headers.get('content-length') ?? 0) > BYTES_MAX) {
      await reply.body?.cancel();
      return null;
    }
    const bytes = Buffer.from(await reply.arrayBuffer());
    return bytes.length > BYTES_MAX ? null : bytes;
  } catch {
    // When the source does not answer, the caller shows generated art.
    return null;
  }
}
