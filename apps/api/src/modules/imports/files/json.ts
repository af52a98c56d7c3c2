import { JSONParser } from '@streamparser/json';
import { createShapeCheck, JSON_LEVELS_MAX } from '#src/core/json-shape.ts';
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
const TOO_DEEP = `The values in this file are nested more than ${JSON_LEVELS_MAX} levels deep.`;
const TOO_LARGE = 'A list or an entry in this file is too large.';
const DAMAGED = 'This file is not valid JSON. Please download it again.';

/**
 * Streams the values at the given paths (`$.user.ratings.*`). Only one value is in memory at a time.
 * @throws UnreadableFile for broken JSON, for a value over `valueChars`, and for more than `JSON_LEVELS_MAX` levels.
 */
export async function* jsonValues(
  text: AsyncIterable<string>,
  pathsFor: (isArray: boolean) => string[],
  valueChars = VALUE_CHARS,
): AsyncGenerator<JsonValue> {
  const isTooDeep = createShapeCheck();
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
    if (isTooDeep(piece)) throw new UnreadableFile(TOO_DEEP, 'too_large');
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
