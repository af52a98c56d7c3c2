/** Returns a text with typographic apostrophes and single quotation marks, since most sources write the straight one. */
export function withTypographicApostrophes(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N}\p{P}])'|'(?=\p{N})/gu, '’').replaceAll("'", '‘');
}
