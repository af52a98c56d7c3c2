import type { Archive } from './archive.ts';

/** Maximum number of characters that are kept of one file, and of all files. */
const FILE_CHARS = 100_000;
const ALL_CHARS = 16_000_000;

interface Kept {
  chunks: string[];
  chars: number;
  /** Whether the chunks are the whole file. */
  isWhole: boolean;
}

/**
 * Returns the archive with the beginning of each file in memory once it was read. A dozen readers look at the first rows
 * of every file to see whose file it is, and unpacking takes longer than reading.
 */
export function keepText(archive: Archive): Archive {
  const files = new Map<string, Kept>();
  let total = 0;

  async function* text(name: string): AsyncGenerator<string> {
    const kept = files.get(name) ?? { chunks: [], chars: 0, isWhole: false };
    files.set(name, kept);
    let skip = 0;
    // While this reader waits, another one may add chunks. This one yields them too.
    for (const chunk of kept.chunks) {
      skip += chunk.length;
      yield chunk;
    }
    if (kept.isWhole) return;
    for await (const chunk of archive.text(name)) {
      const fresh = chunk.slice(skip);
      skip -= chunk.length - fresh.length;
      if (fresh === '') continue;
      if (kept.chars < FILE_CHARS && total < ALL_CHARS) {
        kept.chunks.push(fresh);
        kept.chars += fresh.length;
        total += fresh.length;
      } else kept.chars = Number.POSITIVE_INFINITY;
      yield fresh;
    }
    kept.isWhole = kept.chars !== Number.POSITIVE_INFINITY;
  }

  return { names: archive.names, text };
}
