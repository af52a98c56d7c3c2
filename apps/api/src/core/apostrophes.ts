/**
 * An apostrophe, or a mark that closes a quotation. Behind a dash it closes unless a word follows, and behind opening
 * punctuation it opens.
 */
const CLOSING = /(?<=[\p{L}\p{N}\p{Pe}\p{Pf}\p{Po}\p{Pc}])'|(?<=\p{Pd})'(?![\p{L}\p{N}])|'(?=\p{N})/gu;

/** Returns a text with typographic apostrophes and single quotation marks, since most sources write the straight one. */
export function withTypographicApostrophes(text: string): string {
  return text.replace(CLOSING, '’').replaceAll("'", '‘');
}
