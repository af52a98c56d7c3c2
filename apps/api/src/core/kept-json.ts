import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';

/** A chunk holds most compressed pages, so that a compression takes one turn of a thread. */
const chunkSize = 32_768;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
// ADR 36 has the figures of the levels.
const brotli = { chunkSize, params: { [constants.BROTLI_PARAM_QUALITY]: 0 } };

/** How a body may be compressed, the preferred form first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const CODECS = {
  br: {
    compress: (json: Buffer): Promise<Buffer> => toBrotli(json, brotli),
    decompress: promisify(brotliDecompress),
  },
  gzip: {
    compress: (json: Buffer): Promise<Buffer> => toGzip(json, { chunkSize, level: 2 }),
    decompress: promisify(gunzip),
  },
};

export const compress = (json: Buffer, encoding: Encoding): Promise<Buffer> =>
  CODECS[encoding].compress(json);

/**
 * A serialized reply in a cache. It starts plain, and keeps only the first compressed form that a client accepts, as
 * every browser does. The cache then has room for ten times as many pages, and none is compressed twice.
 */
export class KeptJson {
  readonly #onCompressed: (kept: KeptJson) => void;
  #form: Buffer;
  /** The encoding of `#form`, null while it is plain. */
  #encoding: Encoding | null = null;
  #compressing: { encoding: Encoding; form: Promise<Buffer> } | null = null;
  /** Length of the plain form. */
  readonly length: number;

  constructor(plain: Buffer, onCompressed: (kept: KeptJson) => void) {
    this.#form = plain;
    this.#onCompressed = onCompressed;
    this.length = plain.length;
  }

  /** Memory in bytes. */
  get bytes(): number {
    return this.#form.length;
  }

  async plain(): Promise<Buffer> {
    return this.#encoding === null ? this.#form : CODECS[this.#encoding].decompress(this.#form);
  }

  async compressed(encoding: Encoding): Promise<Buffer> {
    this.#compressing ??= { encoding, form: this.#compress(encoding) };
    if (this.#compressing.encoding === encoding) return this.#compressing.form;
    return compress(await this.plain(), encoding);
  }

  async #compress(encoding: Encoding): Promise<Buffer> {
    this.#form = await compress(this.#form, encoding);
    this.#encoding = encoding;
    this.#onCompressed(this);
    return this.#form;
  }
}

/** Serialized JSON for a reply. */
export type Written = Buffer | KeptJson;
