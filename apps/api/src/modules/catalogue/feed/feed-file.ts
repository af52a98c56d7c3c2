import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';

export interface FeedFile {
  lines: AsyncIterable<string>;
  /** The share of the file that has been read, 0–1. */
  share(): number;
}

/** Splits bytes into lines. Reads nothing before the first line is requested. */
async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

/**
 * Opens an NDJSON file and reads it line by line. Unzips a file whose name ends in `.gz`.
 * @throws when the file is missing.
 */
export async function openFeedFile(path: string): Promise<FeedFile> {
  const { size } = await stat(path);
  let read = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const file = createReadStream(path, { highWaterMark: 256 * 1024 });
    file.on('data', (chunk) => {
      read += chunk.length;
    });
    if (!path.endsWith('.gz')) {
      yield* file;
      return;
    }
    const unzipped = file.pipe(createGunzip());
    // `pipe` does not forward errors. Without this handler, a failed read would look like the end of the file.
    file.on('error', (error) => unzipped.destroy(error));
    yield* unzipped;
  }
  return { lines: splitLines(chunks()), share: () => (size === 0 ? 1 : Math.min(1, read / size)) };
}
