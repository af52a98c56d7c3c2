const SPECIAL: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  '½': ' 1 2',
  '&': ' and ',
  '’': '',
  "'": '',
};
const SPECIAL_LETTER = new RegExp(`[${Object.keys(SPECIAL).join('')}]`, 'g');
/** Most English titles. The check takes a tenth of the time of the replacements. */
const IS_NORMAL = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/**
 * Returns the text in lower case, without accents and punctuation, with single spaces. Different spellings of one title
 * become equal.
 */
export function normalize(text: string): string {
  const lower = text.toLowerCase();
  if (IS_NORMAL.test(lower)) return lower;
  return lower
    .replace(SPECIAL_LETTER, (letter) => SPECIAL[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
