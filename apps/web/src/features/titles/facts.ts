import type { MediumCard } from '@marquee/contracts';
import { GENRES_SHOWN } from '@marquee/contracts/constants';
import * as texts from '@marquee/contracts/texts';

/** Returns `Movie` or `Series`. */
export function typeInWords(type: MediumCard['type']): string {
  return type === 'movie' ? 'Movie' : texts.series;
}

/** Formats a number of minutes: `98` → `1 h 38 min`. */
export function runtimeInWords(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ');
}

/** Returns the known facts in reading order: `1972`, `2 h 55 min`, `3 seasons`, `PG-13`. */
export function factsOf(
  medium: Pick<MediumCard, 'release_year' | 'runtime_minutes' | 'seasons' | 'age_rating'>,
): string[] {
  const { release_year: year, runtime_minutes: minutes, seasons, age_rating: age } = medium;
  return [
    year !== null && String(year),
    minutes !== null && minutes > 0 && runtimeInWords(minutes),
    seasons !== null && seasons > 0 && (seasons === 1 ? '1 season' : `${seasons} seasons`),
    age,
  ].filter((fact): fact is string => typeof fact === 'string' && fact !== '');
}

/** Returns the first genres, with the one that a reason names in place of the last. */
export function leadingGenres({ genres, because }: Pick<MediumCard, 'genres' | 'because'>): string[] {
  const shown = genres.slice(0, GENRES_SHOWN);
  const named = (because ?? []).flatMap(({ shared }) => (shared?.kind === 'genre' ? [shared.name] : []));
  const missing = named.find((name) => genres.includes(name) && !shown.includes(name));
  return missing === undefined ? shown : [...shown.slice(0, -1), missing];
}

/** A fact of at most so many signs stays on one line, such as `5 seasons` and `TV-MA`. */
const UNBROKEN = 20;

const unbroken = (fact: string): string =>
  fact.length > UNBROKEN ? fact : fact.replaceAll(' ', '\u00a0').replaceAll('-', '-\u2060');

/** Joins facts. A line breaks after the dot between two of them, so that none begins with it. */
export function joinFacts(facts: readonly string[]): string {
  return facts
    .filter((fact) => fact !== '')
    .map(unbroken)
    .join('\u00a0\u00a0·\u00a0 ');
}

/** Joins a list in words: `a`, `a and b`, `a, b and c`. American English would put a comma before the `and`. */
export const inWords = new Intl.ListFormat('en-GB', { style: 'long', type: 'conjunction' });

/** Returns the number of titles in words, such as `1 title` or `1,234 titles`. */
export function titlesInWords(count: number): string {
  return count === 1 ? '1 title' : `${count.toLocaleString('en')} titles`;
}
