/** Cleans the names of people and providers, whose spelling differs between lists. */

// Plain forms of letters that have no Unicode decomposition.
const PLAIN: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/**
 * Returns the letters and digits of a name without accents, case, dots and spaces. All spellings of a name have the
 * same key.
 */
export function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßøłđðþæœı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const isShouted = (name: string): boolean => /\p{Lu}{3}/u.test(name) && name === name.toUpperCase();
const isWhispered = (name: string): boolean => name === name.toLowerCase() && name !== name.toUpperCase();

/** Returns a score to compare two spellings of one name. The spelling with the higher score is shown. */
export function spellingScore(name: string): number {
  let score = 0;
  if (!isShouted(name) && !isWhispered(name)) score += 4;
  if (/\p{M}/u.test(name.normalize('NFD'))) score += 2;
  if (!/[^\p{L}\p{M}\p{N}.)’'"”-]$/u.test(name)) score += 1;
  return score;
}

const SERVICE_ALIASES = new Map<string, string>([
  ['amazon', 'prime-video'],
  ['amazon-prime', 'prime-video'],
  ['amazon-prime-video', 'prime-video'],
  ['prime', 'prime-video'],
  ['hbo-max', 'max'],
  ['apple-tv', 'apple-tv-plus'],
  ['appletvplus', 'apple-tv-plus'],
  ['disney', 'disney-plus'],
  ['paramount', 'paramount-plus'],
]);

/** Returns the slug of a provider from any spelling. “Disney+”, “Disney Plus” and “disney-plus” have the same slug. */
export function providerSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\+/g, ' plus ')
    .replace(/&/g, ' and ')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return SERVICE_ALIASES.get(slug) ?? slug;
}
