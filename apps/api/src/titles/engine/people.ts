import type { Csr } from '@marquee/recommender';
import { normalize } from './normalize.ts';
import { comparePrefix, lengthAt, packTexts, searchWords, type Texts, toUnits } from './texts.ts';
import { buildWordIndex, eachMatch, mayHaveTypo, type WordIndex, type WordMatch } from './word-index.ts';

/** All people with a credit, best known first. Contains only arrays, for transfer to a worker. */
export interface People {
  /**
   * Number of people with a listed title. They come first in all columns, and a search returns only these
   * people.
   */
  readonly listed: number;
  /** The id of each person. */
  readonly ids: Int32Array;
  /** Indexes of people, sorted by person id. */
  readonly byId: Int32Array;
  readonly names: Texts;
  /** The addresses of portraits from a source. A person with a generated portrait has an empty address. */
  readonly images: Texts;
  /** Each listed name in normal form (`normalize`). */
  readonly normalized: Texts;
  readonly words: WordIndex;
  /** The titles of each person, newest first. */
  readonly titles: Csr;
}

/** One person with all their credits. */
export interface CreditedPerson {
  id: number;
  name: string;
  image: string | null;
  /**
   * Sum over the credits in listed titles: the popularity for cast, twice the popularity for a director. Null
   * for a person without a listed title.
   */
  fame: number | null;
  /** Indexes of the titles, newest first. */
  titles: readonly number[];
}

export function buildPeople(credited: readonly CreditedPerson[]): People {
  const rank = (person: CreditedPerson): number => person.fame ?? -1;
  const people = [...credited].sort((a, b) => rank(b) - rank(a) || a.id - b.id);
  const listed = people.filter(({ fame }) => fame !== null).length;
  const normalized = people.slice(0, listed).map(({ name }) => normalize(name));
  const offsets = new Int32Array(people.length + 1);
  people.forEach(({ titles }, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + titles.length;
  });
  return {
    listed,
    ids: Int32Array.from(people, ({ id }) => id),
    byId: Int32Array.from(people.keys()).sort((a, b) => (people[a]?.id ?? 0) - (people[b]?.id ?? 0)),
    names: packTexts(people.map(({ name }) => name)),
    images: packTexts(people.map(({ image }) => image ?? '')),
    normalized: packTexts(normalized),
    words: buildWordIndex(normalized),
    titles: { offsets, values: Int32Array.from(people.flatMap(({ titles }) => titles)) },
  };
}

/** Returns the index of a person, or -1 when the person does not exist or has no credit. */
export function personIndex({ ids, byId }: People, personId: number): number {
  let low = 0;
  let high = byId.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[byId[middle] ?? 0] ?? 0) < personId) low = middle + 1;
    else high = middle;
  }
  const index = byId[low] ?? -1;
  return ids[index] === personId ? index : -1;
}

const LEVEL: Record<WordMatch, number> = { exact: 3, prefix: 2, typo: 1 };

/**
 * Returns for each person the lowest level of match among the query's words, or null when no person matches every
 * word. Stops at the word that leaves nobody, because long queries must not delay other members.
 */
function matchWords(people: People, words: readonly string[], typo: boolean): Uint8Array | null {
  const worst = new Uint8Array(people.listed).fill(LEVEL.exact);
  const best = new Uint8Array(people.listed);
  for (const word of words) {
    best.fill(0);
    eachMatch(people.words, word, { prefix: true, typo }, (person, match) => {
      const level = LEVEL[match];
      if (level > (best[person] ?? 0)) best[person] = level;
    });
    let isAnyLeft = false;
    for (let person = 0; person < worst.length; person++) {
      const level = best[person] ?? 0;
      if (level < (worst[person] ?? 0)) worst[person] = level;
      if (worst[person] !== 0) isAnyLeft = true;
    }
    if (!isAnyLeft) return null;
  }
  return worst;
}

/**
 * Returns indexes of people in three groups: the exact name, names that contain every query word, and all other
 * matches. Each group has the best known person first.
 */
export function searchPeople(people: People, query: string): Int32Array {
  if (query === '') return Int32Array.from({ length: people.listed }, (_, index) => index);
  const text = normalize(query);
  const words = searchWords(text.split(' ').filter(Boolean));
  if (words.length === 0) return new Int32Array();
  // Allow one typo per word only when no name matches, and only in a query that has a word long enough for a typo.
  const attempts = words.some(mayHaveTypo) ? [false, true] : [false];
  for (const typo of attempts) {
    const levels = matchWords(people, words, typo);
    if (levels === null) continue;
    const whole = toUnits(text);
    const isExact = (person: number): boolean =>
      lengthAt(people.normalized, person) === whole.length &&
      comparePrefix(people.normalized, person, whole) === 0;
    const exact: number[] = [];
    const groups: [number[], number[]] = [[], []];
    levels.forEach((level, person) => {
      if (level === 0) return;
      if (isExact(person)) exact.push(person);
      else groups[level === LEVEL.exact ? 0 : 1].push(person);
    });
    return Int32Array.from([...exact, ...groups.flat()]);
  }
  return new Int32Array();
}
