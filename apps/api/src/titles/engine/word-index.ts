import { comparePrefix, isWithinOneTypo, lengthAt, packTexts, type Texts, toUnits } from './texts.ts';

/**
 * The words of many texts, sorted so that a query reads only a small part. Contains only arrays, for transfer to a
 * worker.
 */
export interface WordIndex {
  /** All words, sorted by length and then alphabetically. */
  readonly words: Texts;
  readonly wordLengthOffsets: Int32Array;
  /** The letters of each word (`lettersOf`), which rule out most words with more than one typo. */
  readonly letters: Int32Array;
  /** Ids of words in alphabetical order. */
  readonly byLetters: Int32Array;
  readonly postingOffsets: Int32Array;
  /** For each word, the indexes of the texts that contain the word, ascending. */
  readonly postings: Int32Array;
}

/**
 * Words with fewer letters are not matched with a typo, because one changed letter often makes another word.
 */
const TYPO_MIN_LENGTH = 4;
export const mayHaveTypo = (word: string): boolean => word.length >= TYPO_MIN_LENGTH;

/** Returns a set of the letters of a text as bits. Some letters share a bit. */
export function lettersOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at++) bits |= 1 << (text.charCodeAt(at) & 31);
  return bits;
}

/** Returns whether at most two bits differ. One typo removes at most one letter from a text and adds at most one. */
export function differLittle(a: number, b: number): boolean {
  const different = a ^ b;
  const withoutLowest = different & (different - 1);
  return (withoutLowest & (withoutLowest - 1)) === 0;
}

/** Returns the positions of `items` sorted by length, and the offset of each length. */
export function groupByLength(items: readonly string[]): { order: Int32Array; offsets: Int32Array } {
  const longest = items.reduce((max, item) => Math.max(max, item.length), 0);
  const offsets = new Int32Array(longest + 2);
  for (const item of items) offsets[item.length + 1] = (offsets[item.length + 1] ?? 0) + 1;
  for (let length = 1; length < offsets.length; length++)
    offsets[length] = (offsets[length] ?? 0) + (offsets[length - 1] ?? 0);
  const next = offsets.slice();
  const order = new Int32Array(items.length);
  items.forEach((item, at) => {
    const place = next[item.length] ?? 0;
    order[place] = at;
    next[item.length] = place + 1;
  });
  return { order, offsets };
}

/** Compares by UTF-16 units, like `comparePrefix`. */
export const compareUnits = (a: string | undefined, b: string | undefined): number =>
  (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0;

const UNSPACED = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}';
const IS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const RUNS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu');

/**
 * Splits a word of a script without spaces, such as Han, Kana or Thai, into its overlapping pairs of letters, so that
 * a part of the word is found.
 */
function pairsOf(word: string, isIndexed: boolean): string[] {
  if (!IS_UNSPACED.test(word)) return [word];
  return (word.match(RUNS) ?? []).flatMap((run) => {
    const letters = [...run];
    if (letters.length === 1 || !IS_UNSPACED.test(run)) return [run];
    const pairs = letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
    // One letter finds the pairs that begin with it, but none begins with the last letter.
    return isIndexed ? [...pairs, letters.at(-1) ?? ''] : pairs;
  });
}
const indexWords = (word: string): string[] => pairsOf(word, true);
/** Returns the words of the index that a word of a query means. */
export const queryWords = (word: string): string[] => pairsOf(word, false);

/** Indexes the words of texts in normal form (`normalize`). */
export function buildWordIndex(texts: readonly string[]): WordIndex {
  const textsOf = new Map<string, number[]>();
  texts.forEach((text, index) => {
    for (const word of new Set(text.split(' ').flatMap(indexWords))) {
      const known = textsOf.get(word);
      if (known) known.push(index);
      else textsOf.set(word, [index]);
    }
  });
  textsOf.delete('');
  const words = [...textsOf.keys()].sort((a, b) => a.length - b.length || compareUnits(a, b));
  const postingOffsets = new Int32Array(words.length + 1);
  words.forEach((word, id) => {
    postingOffsets[id + 1] = (postingOffsets[id] ?? 0) + (textsOf.get(word)?.length ?? 0);
  });
  return {
    words: packTexts(words),
    wordLengthOffsets: groupByLength(words).offsets,
    letters: Int32Array.from(words, lettersOf),
    byLetters: Int32Array.from(words.keys()).sort((a, b) => compareUnits(words[a], words[b])),
    postingOffsets,
    postings: Int32Array.from(words.flatMap((word) => textsOf.get(word) ?? [])),
  };
}

/** Calls `found` with each item of `sorted` whose text begins with `prefix`. */
export function eachWithPrefix(
  sorted: Int32Array,
  texts: Texts,
  prefix: Uint16Array,
  found: (item: number) => void,
): void {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comparePrefix(texts, sorted[middle] ?? 0, prefix) < 0) low = middle + 1;
    else high = middle;
  }
  for (; low < sorted.length; low++) {
    const item = sorted[low] ?? 0;
    if (comparePrefix(texts, item, prefix) !== 0) return;
    found(item);
  }
}

/** The kind of match between a text's word and a query's word. */
export type WordMatch = 'exact' | 'prefix' | 'typo';

/** Calls `found` for every text with a matching word, once for each of its matching words. */
export function eachMatch(
  index: WordIndex,
  word: string,
  { prefix, typo }: { prefix: boolean; typo: boolean },
  found: (text: number, match: WordMatch) => void,
): void {
  const { words, wordLengthOffsets, postings, postingOffsets } = index;
  const give = (id: number, match: WordMatch): void => {
    const to = postingOffsets[id + 1] ?? 0;
    for (let at = postingOffsets[id] ?? 0; at < to; at++) found(postings[at] ?? 0, match);
  };
  const letters = toUnits(word);
  eachWithPrefix(index.byLetters, words, letters, (id) => {
    if (lengthAt(words, id) === letters.length) give(id, 'exact');
    else if (prefix) give(id, 'prefix');
  });
  if (!typo || !mayHaveTypo(word)) return;
  const end = words.offsets.length - 1;
  const to = wordLengthOffsets[word.length + 2] ?? end;
  const wanted = lettersOf(word);
  for (let id = wordLengthOffsets[word.length - 1] ?? end; id < to; id++) {
    if (differLittle(index.letters[id] ?? 0, wanted) && isWithinOneTypo(words, id, letters)) give(id, 'typo');
  }
}
