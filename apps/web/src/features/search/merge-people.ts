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
 * Returns at most `MOST` people. Each word of the query must begin a word of the name. People whose name
 * differs by a typo are returned only when no title begins with the query.
 */
export function matchingPeople(
  query: string,
  people: readonly Person[],
  titles: readonly MediumCard[],
): Person[] {
  const words = wordsOf(query);
  const isTitle = titlesBeforePeople(query, titles) > 0;
  const fits = ({ full_name }: Person): boolean => {
    const names = wordsOf(full_name);
    return words.every((word) => names.some((name) => name.startsWith(word)));
  };
  if (words.length === 0) return [];
  const fitting = people.filter(fits);
  return (fitting.length > 0 || isTitle ? fitting : people).slice(0, MOST);
}

/** Returns the number of titles before the people: the first titles whose name begins with the query, spaces aside. */
export function titlesBeforePeople(query: string, titles: readonly MediumCard[]): number {
  const start = wordsOf(query).join('');
  const first = titles.findIndex(({ title }) => {
    const [word = '', ...words] = wordsOf(title);
    const isArticle = /^(?:the|an?)$/.test(word);
    return ![word + words.join(''), ...(isArticle ? [words.join('')] : [])].some((name) =>
      name.startsWith(start),
    );
  });
  return first < 0 ? titles.length : first;
}
