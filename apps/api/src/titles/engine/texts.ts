import { SEARCH_WORDS_MAX } from '@marquee/contracts/constants';

/**
 * Many short texts as UTF-16 units: text i is `units[offsets[i]] … units[offsets[i + 1] - 1]`. Threads transfer
 * arrays, but copy strings, which blocks the receiving thread.
 */
export interface Texts {
  readonly units: Uint16Array;
  readonly offsets: Int32Array;
}

export function packTexts(texts: readonly string[]): Texts {
  const offsets = new Int32Array(texts.length + 1);
  texts.forEach((text, at) => {
    offsets[at + 1] = (offsets[at] ?? 0) + text.length;
  });
  const units = new Uint16Array(offsets[texts.length] ?? 0);
  texts.forEach((text, at) => {
    writeUnits(text, units, offsets[at] ?? 0);
  });
  return { units, offsets };
}

export function toUnits(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  writeUnits(text, units, 0);
  return units;
}

function writeUnits(text: string, out: Uint16Array, from: number): void {
  for (let at = 0; at < text.length; at++) out[from + at] = text.charCodeAt(at);
}

const decode = (units: Uint16Array): string =>
  Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le');

export const textAt = ({ units, offsets }: Texts, index: number): string =>
  decode(units.subarray(offsets[index], offsets[index + 1]));

export function unpackTexts({ units, offsets }: Texts): string[] {
  // One long string is decoded much faster than many short ones.
  const all = decode(units);
  return Array.from({ length: offsets.length - 1 }, (_, index) =>
    all.slice(offsets[index], offsets[index + 1]),
  );
}

export const lengthAt = ({ offsets }: Texts, index: number): number =>
  (offsets[index + 1] ?? 0) - (offsets[index] ?? 0);

/**
 * Compares the text at `index`, cut to the length of `prefix`, with `prefix`, like JavaScript strings.
 * @returns 0 when the text begins with `prefix`, a negative number when the text comes before `prefix`,
 * otherwise positive.
 * @param skip number of units to skip at the start of the text.
 */
export function comparePrefix(texts: Texts, index: number, prefix: Uint16Array, skip = 0): number {
  const { units, offsets } = texts;
  const from = (offsets[index] ?? 0) + skip;
  const length = Math.min(prefix.length, (offsets[index + 1] ?? 0) - from);
  for (let at = 0; at < length; at++) {
    const difference = (units[from + at] ?? 0) - (prefix[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return length < prefix.length ? -1 : 0;
}

/**
 * Returns whether text `index` equals `other` or differs by one typo. A typo is a letter added, missing,
 * changed or swapped with its neighbor.
 */
export function isWithinOneTypo(texts: Texts, index: number, other: Uint16Array): boolean {
  const { units, offsets } = texts;
  const start = offsets[index] ?? 0;
  const length = (offsets[index + 1] ?? 0) - start;
  const shorter = Math.min(length, other.length);
  const longer = Math.max(length, other.length);
  if (longer - shorter > 1) return false;
  let from = 0;
  while (from < shorter && units[start + from] === other[from]) from++;
  let back = 0;
  while (back < shorter - from && units[start + length - 1 - back] === other[other.length - 1 - back]) {
    back++;
  }
  const differing = longer - from - back;
  if (differing <= 1) return true;
  return (
    length === other.length &&
    differing === 2 &&
    units[start + from] === other[from + 1] &&
    units[start + from + 1] === other[from]
  );
}

const SPACE = 32;

/** Returns a list of text `index` alone, from its unit `skip` on and without spaces. */
export function withoutSpaces({ units, offsets }: Texts, index: number, skip: number): Texts {
  const kept = units
    .subarray((offsets[index] ?? 0) + skip, offsets[index + 1])
    .filter((unit) => unit !== SPACE);
  return { units: kept, offsets: Int32Array.of(0, kept.length) };
}

/** Returns the result of `isWithinOneTypo` for two strings. */
export const withinOneTypo = (a: string, b: string): boolean =>
  isWithinOneTypo(packTexts([a]), 0, toUnits(b));

/** Returns the distinct words of a search up to its eighth word, to limit the cost of a long query. */
export const searchWords = (words: readonly string[]): string[] => [
  ...new Set(words.slice(0, SEARCH_WORDS_MAX)),
];
