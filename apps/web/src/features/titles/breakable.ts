/** Before a consonant and a vowel, with three letters on each side at least. */
const SYLLABLE = /(?<=\p{L}{2}[aeiouy][^aeiouy\P{L}]?)(?=[^aeiouy\P{L}][aeiouy]\p{L})/giu;

/**
 * Returns the title with soft hyphens in words that may be longer than the line of a card. A browser has a dictionary of
 * one language at most, titles are in any, and without a place to break a word breaks anywhere.
 */
export function breakable(title: string): string {
  return title.replace(/\p{L}{13,}/gu, (word) => word.replace(SYLLABLE, '\u00ad'));
}
