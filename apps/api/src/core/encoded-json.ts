import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Bodies with fewer bytes are sent without compression, because compression would save too little. */
const MIN_BYTES = 2_048;
/** A chunk holds most compressed pages, so that a compression takes one turn. */
const chunkSize = 32_768;
// ADR 36 has the figures of the levels. The window holds a page, and a larger one takes longer to set up.
const brotli = {
  chunkSize,
  params: { [constants.BROTLI_PARAM_QUALITY]: 0, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
const gzip = { chunkSize, level: 2 };

/** How a body may be compressed. */
export type Encoding = 'br' | 'gzip';
/** The preferred form first. */
export const ENCODINGS: Encoding[] = ['br', 'gzip'];

/** JSON in the form in which it is sent. */
interface Encoded {
  readonly bytes: Uint8Array;
  /** Null for plain bytes. */
  readonly encoding: Encoding | null;
  /** Whether another client may get another form. */
  readonly varies: boolean;
}

/**
 * Encodes serialized JSON on the calling thread, because handing a page to another thread takes as long as its
 * compression.
 * @param accepted the form that the client prefers. A small body stays plain.
 */
export function encode(json: Uint8Array, accepted: Encoding | null): Encoded {
  const varies = json.length >= MIN_BYTES;
  if (!varies || accepted === null) return { bytes: json, encoding: null, varies };
  const bytes = accepted === 'br' ? brotliCompressSync(json, brotli) : gzipSync(json, gzip);
  return { bytes, encoding: accepted, varies };
}

/**
 * JSON in a cache, in the form that its client asked for, so that none is compressed or decompressed twice, and the
 * compressed page of nearly every client takes a tenth of the memory.
 */
export class KeptJson implements Encoded {
  readonly bytes: Uint8Array;
  readonly encoding: Encoding | null;
  readonly varies: boolean;

  /** @param json is read at once, so its memory may be used again. */
  constructor(json: Uint8Array, accepted: Encoding | null) {
    const { bytes, encoding, varies } = encode(json, accepted);
    // Memory of its own: what zlib returns keeps a whole chunk, and `Buffer.from` a part of a pool.
    this.bytes = new Uint8Array(bytes);
    this.encoding = encoding;
    this.varies = varies;
  }
}

/** Serialized JSON for a reply, which is encoded when it is sent or was before. */
export type Written = Buffer | KeptJson;
