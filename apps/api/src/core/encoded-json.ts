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

/** How a body may be compressed, the preferred form first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Compresses on the calling thread, because handing a page to another thread takes as long as its compression. */
const compress = (json: Uint8Array, encoding: Encoding): Buffer =>
  encoding === 'br' ? brotliCompressSync(json, brotli) : gzipSync(json, gzip);

/**
 * Serialized JSON in the form in which it is sent. A cached reply keeps the form that its client asked for, so that none
 * is compressed or decompressed twice, and the compressed page of nearly every client takes a tenth of the memory.
 */
export class EncodedJson {
  readonly bytes: Buffer;
  /** Null for plain bytes. */
  readonly encoding: Encoding | null;
  /** Whether another client may get another form. */
  readonly varies: boolean;

  /**
   * @param plain is read at once, so its memory may be used again.
   * @param accepted the form that the client prefers. A small body stays plain.
   */
  constructor(plain: Uint8Array, accepted: Encoding | null) {
    this.varies = plain.length >= MIN_BYTES;
    this.encoding = this.varies ? accepted : null;
    const form = this.encoding ? compress(plain, this.encoding) : plain;
    // Copied into memory of its own: what zlib returns keeps a whole chunk, and `Buffer.from` a part of a pool.
    this.bytes = Buffer.allocUnsafeSlow(form.length);
    this.bytes.set(form);
  }
}

/** Serialized JSON for a reply, which is encoded when it is sent or has been before. */
export type Written = Buffer | EncodedJson;
