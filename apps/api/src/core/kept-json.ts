import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const decompress = promisify(gunzip);
const toGzip = promisify(gzip);
/**
 * The second level takes no more processor time than the first for a page of rows, and the page becomes an
 * eleventh of its size. A chunk holds most pages, so that a compression takes one turn of a thread.
 */
const options = { level: 2, chunkSize: 32_768 };

export const compress = (json: Buffer): Promise<Buffer> => toGzip(json, options);

/**
 * A serialized reply in a cache. It starts plain, and keeps only the compressed form from the first client on that
 * accepts it, as every browser does. The cache then has room for ten times as many pages, and none is compressed
 * twice.
 */
export class KeptJson {
  readonly #onCompressed: (kept: KeptJson) => void;
  #plain: Buffer | null;
  #gzip: Promise<Buffer> | null = null;
  /** Memory of the forms in bytes. */
  bytes: number;
  /** Length of the plain form. */
  readonly length: number;

  constructor(plain: Buffer, onCompressed: (kept: KeptJson) => void) {
    this.#plain = plain;
    this.#onCompressed = onCompressed;
    this.length = plain.length;
    this.bytes = plain.length;
  }

  async plain(): Promise<Buffer> {
    return this.#plain ?? decompress(await this.compressed());
  }

  compressed(): Promise<Buffer> {
    this.#gzip ??= this.#compress();
    return this.#gzip;
  }

  async #compress(): Promise<Buffer> {
    const compressed = await compress(await this.plain());
    this.#plain = null;
    this.bytes = compressed.length;
    this.#onCompressed(this);
    return compressed;
  }
}

/** Serialized JSON for a reply. */
export type Written = Buffer | KeptJson;
