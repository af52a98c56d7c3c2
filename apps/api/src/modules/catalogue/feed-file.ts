import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';

export interface FeedFile {
  lines: AsyncIterable<string>;
  /** How much of the file has been read, 0–1. */
  share(): number;
}

/** Splits bytes into lines. Nothing is read before somebody asks for the first line. */
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

/** Opens an NDJSON file, gzipped when its name ends in `.gz`, line by line. Throws when there is no such file. */
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
    // A broken read would otherwise look like the end of the file to whoever reads the unzipped side.
    file.on('error', (error) => unzipped.destroy(error));
    yield* unzipped;
  }
  return { lines: splitLines(chunks()), share: () => (size === 0 ? 1 : Math.min(1, read / size)) };
}
