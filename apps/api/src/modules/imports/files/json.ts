import { JSONParser } from '@streamparser/json';
import { UnreadableFile } from '../records.ts';

export interface JsonValue {
  /** Names and indexes from the root to the value. */
  path: readonly (string | number)[];
  value: unknown;
}

/**
 * Maximum number of characters in one value, which is parsed in memory. A list with 10,000 titles has about
 * 2 MB.
 */
const VALUE_CHARS = 10_000_000;
/** Arrays and objects inside each other, several times as many as an export of Marquee has. */
const LEVELS_MAX = 32;
const TOO_DEEP = `The values in this file are nested more than ${LEVELS_MAX} levels deep.`;
const TOO_LARGE = 'A list or an entry in this file is too large.';
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const DAMAGED = 'This file is not valid JSON. Please download it again.';

/**
 * Returns a function that counts levels in the pieces of one file, before the parser, which keeps every open
 * level in memory.
 * @throws UnreadableFile
 */
function createLevelCheck(): (piece: string) => void {
  let level = 0;
  let isText = false;
  let isEscaped = false;
  return (piece) => {
    for (let at = 0; at < piece.length; at++) {
      const char = piece.charCodeAt(at);
      if (isEscaped) isEscaped = false;
      else if (isText) {
        if (char === QUOTE) isText = false;
        else if (char === BACKSLASH) isEscaped = true;
      } else if (char === QUOTE) isText = true;
      else if (char === OPEN_ARRAY || char === OPEN_OBJECT) {
        if (++level > LEVELS_MAX) throw new UnreadableFile(TOO_DEEP, 'too_large');
      } else if (char === CLOSE_ARRAY || char === CLOSE_OBJECT) level--;
    }
  };
}

/**
 * Streams the values at the given paths (`$.user.ratings.*`). Only one value is in memory at a time.
 * @throws UnreadableFile for broken JSON, for a value over `valueChars`, and for more than `LEVELS_MAX` levels.
 */
export async function* jsonValues(
  text: AsyncIterable<string>,
  pathsFor: (isArray: boolean) => string[],
  valueChars = VALUE_CHARS,
): AsyncGenerator<JsonValue> {
  const checkLevels = createLevelCheck();
  let parser: JSONParser | undefined;
  let found: JsonValue[] = [];
  let start = '';
  let unfinished = 0;
  for await (const chunk of text) {
    if (chunk === '') continue;
    let piece = chunk;
    if (!parser) {
      start = (start + chunk).trimStart();
      if (start === '') continue;
      piece = start;
      parser = new JSONParser({ paths: pathsFor(start.startsWith('[')), keepStack: false });
      parser.onValue = ({ value, key, stack }) => {
        const path = [...stack.slice(1).map((level) => level.key), key].filter((part) => part !== undefined);
        found.push({ path, value });
      };
    }
    checkLevels(piece);
    write(parser, piece);
    unfinished = found.length > 0 ? 0 : unfinished + piece.length;
    if (unfinished > valueChars) throw new UnreadableFile(TOO_LARGE, 'too_large');
    yield* found;
    found = [];
  }
  if (!parser?.isEnded) throw new UnreadableFile(DAMAGED, 'unreadable_file');
}

function write(parser: JSONParser, piece: string): void {
  try {
    parser.write(piece);
  } catch (cause) {
    throw new UnreadableFile(DAMAGED, 'unreadable_file', { cause });
  }
}
