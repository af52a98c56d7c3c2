import { readFileSync } from 'node:fs';
import wordListPath from 'word-list';

/** English words in alphabetical order, one in a line. As bytes, because a set of them takes ten times the memory. */
const bytes = readFileSync(wordListPath);
const LINE_END = 10;

/** Returns whether a word in normal form is English, also in one of its forms. */
export function isEnglish(word: string): boolean {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const from = bytes.lastIndexOf(LINE_END, middle - 1) + 1;
    const end = bytes.indexOf(LINE_END, from);
    const to = end < 0 ? bytes.length : end;
    const known = bytes.toString('latin1', from, to);
    if (known === word) return true;
    if (known < word) low = to + 1;
    else high = from;
  }
  return false;
}
