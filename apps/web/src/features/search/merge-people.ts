import type { MediumCard, Person } from '@marquee/contracts';

/** The most people shown among the titles of a search. */
const MOST = 4;

/** Returns the words of a text in lower case, without accents and punctuation. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/**
 * Returns at most `MOST` people. Each word of the query must begin a word of the name, so matches with a typo
 * are dropped.
 */
export function matchingPeople(query: string, people: readonly Person[]): Person[] {
  const words = wordsOf(query);
  const fits = ({ full_name }: Person): boolean => {
    const names = wordsOf(full_name);
    return words.length > 0 && words.every((word) => names.some((name) => name.startsWith(word)));
  };
  return people.filter(fits).slice(0, MOST);
}

/** Returns the number of titles before the people: the first titles whose name begins with the query. */
export function titlesBeforePeople(query: string, titles: readonly MediumCard[]): number {
  const start = wordsOf(query).join(' ');
  const first = titles.findIndex(({ title }) => {
    const name = wordsOf(title).join(' ');
    return !name.startsWith(start) && !name.replace(/^(the|an?) /, '').startsWith(start);
  });
  return first < 0 ? titles.length : first;
}
