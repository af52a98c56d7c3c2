const ONES = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const TEENS = [
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];
const SUFFIXES = ['st', 'nd', 'rd'];

const NUMBERS = new Map<string, number>([
  ...[...ONES, ...TEENS].map((word, at) => [word, at] as const),
  ...TENS.map((word, at) => [word, 10 * (at + 2)] as const),
  ['hundred', 100],
]);
const ORDINAL_NUMBERS = new Map(ORDINALS.map((word, at) => [word, `${at + 1}${SUFFIXES[at] ?? 'th'}`]));
/** What is written short in names, and what it stands for. */
const SHORT = new Map([
  ['dr', 'doctor'],
  ['mr', 'mister'],
  ['jr', 'junior'],
  ['st', 'saint'],
  ['vol', 'volume'],
  ['pt', 'part'],
  ['ep', 'episode'],
  ['vs', 'versus'],
]);
const ROMAN = /^(?=[ivx])(x{0,3})(ix|iv|v?i{0,3})$/;
const ROMAN_VALUES: Record<string, number> = { i: 1, v: 5, x: 10 };

/** The letters that digits stand for inside a word, as in `se7en` and `s1m0ne`. */
const LETTERS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 'v' };
const MIXED = /^(?=.*\p{L})(?=\p{L}.*\d.*\p{L})[\p{L}013457]+$/u;

const fromRoman = (word: string): number =>
  [...word].reduce((sum, letter, at) => {
    const value = ROMAN_VALUES[letter] ?? 0;
    return sum + (value < (ROMAN_VALUES[word[at + 1] ?? ''] ?? 0) ? -value : value);
  }, 0);

/** Returns the number that the words from `at` on spell, and how many words it takes: `twenty eight` is 28. */
function spelled(words: readonly string[], at: number): { value: number; length: number } | null {
  let value = NUMBERS.get(words[at] ?? '');
  if (value === undefined) return null;
  let length = 1;
  if (value < 10 && words[at + 1] === 'hundred') {
    value *= 100;
    length = 2;
    if (words[at + 2] === 'and' && NUMBERS.has(words[at + 3] ?? '')) length = 3;
  }
  // What follows must be smaller than the last place: `twenty two`, but not `two twenty`.
  for (let place = value >= 100 ? 100 : value >= 20 ? 10 : 0; place > 0; place = place === 100 ? 10 : 0) {
    const next = NUMBERS.get(words[at + length] ?? '');
    if (next === undefined || next === 0 || next >= place) continue;
    value += next;
    length++;
    if (next < 20) break;
  }
  return { value, length };
}

/**
 * Returns a name in normal form (`normalize`) with every number in digits: `rocky ii` and `rocky two` become `rocky 2`,
 * `the sixth sense` becomes `the 6th sense`, and `se7en` becomes `7`, as `seven` does. What is written short is spelled out:
 * `dr strange` becomes `doctor strange`.
 */
export function withDigits(name: string): string {
  const words = name
    .split(' ')
    .map((word) => (MIXED.test(word) ? word.replace(/\d/g, (digit) => LETTERS[digit] ?? digit) : word));
  const out: string[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? '';
    const number = spelled(words, at);
    out.push(
      number
        ? String(number.value)
        : ROMAN.test(word)
          ? String(fromRoman(word))
          : (ORDINAL_NUMBERS.get(word) ?? SHORT.get(word) ?? word),
    );
    at += number?.length ?? 1;
  }
  return out.join(' ');
}
