import { normalize } from '#src/titles/engine/normalize.ts';

/** A word of a query with its place in the query. */
export interface Word {
  /** In normal form (`normalize`), without the ending of a plural. */
  readonly stem: string;
  /** In normal form. */
  readonly plain: string;
  readonly from: number;
  readonly to: number;
}

/** Returns a word without the ending of a plural, so that "comedies" is "comedy" and "witches" is "witch". */
export function stem(word: string): string {
  if (word.length < 4 || /^\d/.test(word) || word.endsWith('ss')) return word;
  return word
    .replace(/(?:ies|ie)$/, 'y')
    .replace(/(?<=ch|sh|x|z|ss)es$/, '')
    .replace(/(?<=[^su])s$/, '');
}

/** Returns the words of a text. A hyphen parts words, because people write "sci-fi" and "sci fi". */
export function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}'’+]+/gu)].flatMap((match) =>
    normalize(match[0])
      .split(' ')
      .filter(Boolean)
      .map((plain) => ({ plain, stem: stem(plain), from: match.index, to: match.index + match[0].length })),
  );
}

/** Returns the stems of a text, with one space between two. Phrases are compared in this form. */
export const phraseOf = (text: string): string =>
  wordsOf(text)
    .map((word) => word.stem)
    .join(' ');
