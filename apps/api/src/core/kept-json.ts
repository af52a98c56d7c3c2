import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompress, constants, gzip } from 'node:zlib';

/** Bodies with fewer bytes are sent without compression, because compression would save too little. */
const MIN_BYTES = 2_048;
/** A chunk holds most compressed pages, so that a compression takes one turn. */
const chunkSize = 32_768;
// ADR 36 has the figures of the levels.
const brotli = { chunkSize, params: { [constants.BROTLI_PARAM_QUALITY]: 0 } };
const toGzip = promisify(gzip);
const fromBrotli = promisify(brotliDecompress);

/** How a body may be compressed, the preferred form first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const isCompressible = ({ length }: { readonly length: number }): boolean => length >= MIN_BYTES;

/**
 * Compresses a reply. Brotli takes a tenth of a millisecond for a page, and handing the page to a thread takes twice as
 * long, so only gzip uses threads.
 */
export const compress = (json: Uint8Array, encoding: Encoding): Promise<Buffer> | Buffer =>
  encoding === 'br' ? brotliCompressSync(json, brotli) : toGzip(json, { chunkSize, level: 2 });

/**
 * A serialized reply in a cache, kept in the form that every browser accepts. The cache then has room for ten times as
 * many pages, and none is compressed twice. Other clients pay for its decompression.
 */
export class KeptJson {
  readonly #form: Buffer;
  readonly #isCompressed: boolean;
  /** Length of the plain form. */
  readonly length: number;

  /** @param plain is read at once, so its memory may be used again. */
  constructor(plain: Uint8Array) {
    this.length = plain.length;
    this.#isCompressed = isCompressible(plain);
    this.#form = this.#isCompressed ? brotliCompressSync(plain, brotli) : Buffer.from(plain);
  }

  /** Memory in bytes. */
  get bytes(): number {
    return this.#form.length;
  }

  plain(): Promise<Buffer> | Buffer {
    return this.#isCompressed ? fromBrotli(this.#form) : this.#form;
  }

  async compressed(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'br' && this.#isCompressed) return this.#form;
    return compress(await this.plain(), encoding);
  }
}

/** Serialized JSON for a reply. */
export type Written = Buffer | KeptJson;
