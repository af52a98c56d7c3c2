type Open = () => Promise<AsyncIterable<Uint8Array>>;

const BOMS: [bytes: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Detects UTF-16 without a byte order mark: every second byte of western text is 0. */
function guessUtf16(head: Uint8Array): string | null {
  let even = 0;
  let odd = 0;
  for (let at = 0; at < head.length; at++) if (head[at] === 0) at % 2 === 0 ? even++ : odd++;
  if (odd > head.length / 4 && even < odd / 10) return 'utf-16le';
  return even > head.length / 4 && odd < even / 10 ? 'utf-16be' : null;
}

const HEAD_BYTES = 2_000;

/** Returns the encoding that the beginning of an HTML or XML file names, or null. */
async function namedEncoding(open: Open): Promise<string | null> {
  let head = '';
  for await (const chunk of await open()) {
    head += new TextDecoder('windows-1252').decode(chunk.subarray(0, HEAD_BYTES));
    if (head.length >= HEAD_BYTES) break;
  }
  const name = /^\s*</.test(head)
    ? /(?:charset|encoding)\s*=\s*["']?([\w-]{1,30})/i.exec(head)?.[1]
    : undefined;
  if (name === undefined) return null;
  try {
    return new TextDecoder(name).encoding;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Reads the whole file. When the text is not valid UTF-8, returns the encoding that an HTML or XML file names, and otherwise
 * `windows-1252`, a superset of Latin-1.
 */
export async function detectEncoding(open: Open): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  try {
    for await (const chunk of await open()) {
      if (isFirst) {
        const marked = BOMS.find(([bytes]) => bytes.every((byte, at) => chunk[at] === byte));
        const encoding = marked?.[1] ?? guessUtf16(chunk.subarray(0, 1_000));
        if (encoding && encoding !== 'utf-8') return encoding;
        isFirst = false;
      }
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) return (await namedEncoding(open)) ?? 'windows-1252';
    throw error;
  }
  return 'utf-8';
}

/**
 * Reads the text of a file in its encoding, without the byte order mark.
 * @param encoding the encoding, when the file was read before.
 */
export async function* readText(
  open: Open,
  encoding: Promise<string> = detectEncoding(open),
): AsyncGenerator<string> {
  const decoder = new TextDecoder(await encoding);
  for await (const chunk of await open()) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
