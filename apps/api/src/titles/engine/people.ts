import type { Csr } from '@marquee/recommender';
import { normalize } from './normalize.ts';
import { common, raise, type Scores } from './scores.ts';
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

/** Returns the best known person with exactly this name, or -1. Reads the people with its rarest word alone. */
export function personNamed({ words: index, normalized }: People, name: string): number {
  const text = normalize(name);
  const whole = toUnits(text);
  let rarest: Int32Array<ArrayBufferLike> | null = null;
  for (const word of new Set(text.split(' ').filter(Boolean))) {
    let having: Int32Array<ArrayBufferLike> = new Int32Array();
    eachMatch(index, word, { prefix: false, typo: false }, (persons) => {
      having = persons;
    });
    if (rarest === null || having.length < rarest.length) rarest = having;
  }
  // The best known person has the lowest index.
  const found = rarest?.find(
    (person) =>
      lengthAt(normalized, person) === whole.length && comparePrefix(normalized, person, whole) === 0,
  );
  return found ?? -1;
}

const LEVEL: Record<WordMatch, number> = { exact: 3, prefix: 2, typo: 1 };

/**
 * Returns the people who match every word, each with the lowest level of match among the words. Stops at the word that
 * leaves nobody, because long queries must not delay other members.
 */
function matchWords({ words: index }: People, words: readonly string[], typo: boolean): Scores {
  let levels: Scores | null = null;
  // The longest word first, because fewest people have it, and the other words are looked up among these.
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    const among: Scores | null = levels;
    const ofWord: Scores = new Map();
    eachMatch(index, word, { prefix: true, typo }, (persons, match) => {
      for (const person of persons) if (among?.has(person) ?? true) raise(ofWord, person, LEVEL[match]);
    });
    levels = among === null ? ofWord : common(among, ofWord, Math.min);
    if (levels.size === 0) break;
  }
  return levels ?? new Map();
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
    if (levels.size === 0) continue;
    const whole = toUnits(text);
    const isExact = (person: number): boolean =>
      lengthAt(people.normalized, person) === whole.length &&
      comparePrefix(people.normalized, person, whole) === 0;
    const exact: number[] = [];
    const groups: [number[], number[]] = [[], []];
    // The best known person has the lowest index.
    for (const [person, level] of [...levels].sort(([a], [b]) => a - b)) {
      if (isExact(person)) exact.push(person);
      else groups[level === LEVEL.exact ? 0 : 1].push(person);
    }
    return Int32Array.from([...exact, ...groups.flat()]);
  }
  return new Int32Array();
}
