import { comparePrefix, isWithinOneTypo, lengthAt, packTexts, type Texts, toUnits } from './texts.ts';
import { buildTypoIndex, eachCandidate, groupByKey, type TypoIndex } from './typo-index.ts';

/**
 * The words of many texts, sorted so that a query reads only a small part. Contains only arrays, for transfer to a
 * worker.
 */
export interface WordIndex {
  /** All words in alphabetical order. */
  readonly words: Texts;
  readonly typos: TypoIndex;
  readonly postingOffsets: Int32Array;
  /** For each word, the indexes of the texts that contain the word, ascending. */
  readonly postings: Int32Array;
}

/**
 * Words with fewer letters are not matched with a typo, because one changed letter often makes another word.
 */
const TYPO_MIN_LENGTH = 4;
export const mayHaveTypo = (word: string): boolean => word.length >= TYPO_MIN_LENGTH;

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

/** Returns the indexes of texts in alphabetical order, by UTF-16 units. */
export function sortTexts(texts: readonly string[]): Int32Array {
  // Sorting strings without a function that compares them takes a third of the time.
  const places = new Map<string, number[]>();
  texts.forEach((text, at) => {
    const known = places.get(text);
    if (known) known.push(at);
    else places.set(text, [at]);
  });
  return Int32Array.from([...places.keys()].sort().flatMap((text) => places.get(text) ?? []));
}

/** Indexes the words of texts in normal form (`normalize`). */
export function buildWordIndex(texts: readonly string[]): WordIndex {
  const numbers = new Map<string, number>();
  // The number of each word in the texts, and the index of its text. The number is that of the word's first occurrence.
  const wordOf: number[] = [];
  const textOf: number[] = [];
  const lastText: number[] = [];
  texts.forEach((text, index) => {
    const words = text.split(' ');
    for (const word of IS_UNSPACED.test(text) ? words.flatMap(indexWords) : words) {
      if (word === '') continue;
      let number = numbers.get(word);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(word, number);
      }
      if (lastText[number] === index) continue;
      lastText[number] = index;
      wordOf.push(number);
      textOf.push(index);
    }
  });
  const found = [...numbers.keys()];
  const order = sortTexts(found);
  const words = Array.from(order, (number) => found[number] ?? '');
  const idOf = new Int32Array(words.length);
  order.forEach((number, id) => {
    idOf[number] = id;
  });
  const { offsets, items } = groupByKey(
    Int32Array.from(wordOf, (number) => idOf[number] ?? 0),
    words.length,
  );
  return {
    words: packTexts(words),
    typos: buildTypoIndex(words),
    postingOffsets: offsets,
    postings: items.map((at) => textOf[at] ?? 0),
  };
}

/**
 * Returns the places `from` to `to - 1` of a sorted list whose texts begin with a prefix.
 * @param compare compares the text at a place with the prefix, see `comparePrefix`.
 */
export function prefixRange(
  length: number,
  compare: (place: number) => number,
): { from: number; to: number } {
  const firstNot = (isBefore: (order: number) => boolean, from: number): number => {
    let low = from;
    let high = length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(compare(middle))) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const from = firstNot((order) => order < 0, 0);
  return { from, to: firstNot((order) => order <= 0, from) };
}

/** Returns whether a text has this word. */
export function hasWord({ words }: WordIndex, word: string): boolean {
  const letters = toUnits(word);
  const { from, to } = prefixRange(words.offsets.length - 1, (id) => comparePrefix(words, id, letters));
  return from < to && lengthAt(words, from) === letters.length;
}

/** The kind of match between a text's word and a query's word. */
export type WordMatch = 'exact' | 'prefix' | 'typo';

/**
 * Calls `found` with the texts that have a matching word, for each kind of match and each word with a typo. A text may
 * come more than once.
 */
export function eachMatch(
  { words, typos, postings, postingOffsets }: WordIndex,
  word: string,
  { prefix, typo }: { prefix: boolean; typo: boolean },
  found: (texts: Int32Array, match: WordMatch) => void,
): void {
  /** Gives the texts of the words `from` to `to - 1`. */
  const give = (from: number, to: number, match: WordMatch): void => {
    if (from < to) found(postings.subarray(postingOffsets[from], postingOffsets[to]), match);
  };
  const letters = toUnits(word);
  const range = prefixRange(words.offsets.length - 1, (id) => comparePrefix(words, id, letters));
  // The word itself is the first of the words that begin with it.
  const isKnown = range.from < range.to && lengthAt(words, range.from) === letters.length;
  const longer = range.from + (isKnown ? 1 : 0);
  give(range.from, longer, 'exact');
  if (prefix) give(longer, range.to, 'prefix');
  if (!typo || !mayHaveTypo(word)) return;
  eachCandidate(typos, word, (id) => {
    const isGiven = id >= range.from && id < (prefix ? range.to : longer);
    if (!isGiven && isWithinOneTypo(words, id, letters)) give(id, id + 1, 'typo');
  });
}
