import { withArticle } from './with-article.ts';

/** Returns a rating in words: `7` → `3.5 stars`. A rating is 0–10, and each step is half a star. */
export function starsInWords(rating: number): string {
  const stars = rating / 2;
  return `${stars} ${stars === 1 ? 'star' : 'stars'}`;
}

/** Returns a number of episodes in words. */
export const episodesInWords = (count: number): string =>
  count === 1 ? '1 episode' : `${count.toLocaleString('en')} episodes`;

/** What can be said of a title in general: one of its themes, with its group, or its country or genre. */
export interface Subject {
  kind: 'theme' | 'country' | 'genre';
  name: string;
  group: 'about' | 'setting' | 'kind' | 'tone' | null;
}

/** Genres whose names stand for the works themselves. Others, such as crime, need a word beside them. */
const WORKS = /^(?:Animation|Comedy|Documentary|Drama|Fantasy|Horror|Reality|Romance|Science Fiction)$/;

/** Returns what titles of this subject are, in words to set after "Sam likes": `warm stories`, `stories set in Japan`. */
export function storiesOf({ kind, name, group }: Subject): string {
  if (kind === 'country') return `stories from ${withArticle(name)}`;
  if (kind === 'genre') return WORKS.test(name) ? name.toLowerCase() : `${name.toLowerCase()} stories`;
  if (group === 'about') return `stories about ${name}`;
  if (group === 'setting') return `stories set in ${name}`;
  return group === 'tone' ? `${name} stories` : name;
}
