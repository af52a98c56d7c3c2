import { rowsOf } from './rows.ts';
import type { Catalogue, Csr } from './types.ts';

type People = Pick<Catalogue, 'directors' | 'cast'>;

/** Directors and so many of the cast lead a title. */
const CAST = 6;
/** So many common leads make two titles with a word in common one franchise; of equal stems, a single one does. */
const COMMON_LEADS = 2;
/** Shorter words, as articles, say nothing. */
const LONG_WORD = 4;

/**
 * Returns a franchise number for each name, or -1. Names with equal stems get equal numbers. With people, so do titles
 * whose names have a word in common and which the same people lead, as Alien and Aliens or Olympus and London Has Fallen.
 */
export function franchiseKeys(names: readonly string[], people?: People): Int32Array {
  const stems = names.map(stemOf);
  const holders = new Map<string, number>();
  for (const stem of stems) if (stem !== '') holders.set(stem, (holders.get(stem) ?? 0) + 1);

  const firstOf = new Map<string, number>();
  const parent = Int32Array.from(stems, (stem, i) => {
    const words = plainName(names[i]).split(' ');
    // If a name begins with a common stem of two or more words, use this stem, as for "Star Trek Beyond".
    const heads = words.slice(2).map((_, at) => words.slice(0, at + 2).join(' '));
    const own = heads.find((head) => head.length >= 6 && (holders.get(head) ?? 0) >= 2) ?? stem;
    if (own === '') return i;
    const first = firstOf.get(own) ?? i;
    firstOf.set(own, first);
    return first;
  });
  const rootOf = (i: number): number => {
    let root = i;
    while (parent[root] !== root) root = parent[root];
    return root;
  };
  for (const [a, b] of people ? sequels(names, people) : []) parent[rootOf(b)] = rootOf(a);

  const roots = Int32Array.from(parent, (_, i) => rootOf(i));
  const count = new Int32Array(roots.length);
  for (const root of roots) count[root]++;
  const keys = new Map<number, number>();
  return roots.map((root) => {
    if (count[root] < 2) return -1;
    const key = keys.get(root) ?? keys.size;
    keys.set(root, key);
    return key;
  });
}

/** Returns pairs of titles that their names and leads make one franchise. */
function sequels(names: readonly string[], { directors, cast }: People): [number, number][] {
  const led = new Map<number, number[]>();
  names.forEach((_, i) => {
    const end = Math.min(cast.offsets[i + 1], cast.offsets[i] + CAST);
    const leads = [
      ...directors.values.subarray(directors.offsets[i], directors.offsets[i + 1]),
      ...cast.values.subarray(cast.offsets[i], end),
    ];
    for (const person of new Set(leads)) {
      const own = led.get(person) ?? [];
      own.push(i);
      led.set(person, own);
    }
  });
  const stems = names.map((name) => wordsOf(stemOf(name)).join(' '));
  const words = names.map((name) => wordsOf(plainName(name)).filter(({ length }) => length >= LONG_WORD));
  const leadsOf = new Map<number, number>();
  const found: [number, number][] = [];
  for (const own of led.values()) {
    own.forEach((a, at) => {
      for (const b of own.slice(at + 1)) {
        const isStem = stems[a] !== '' && stems[a] === stems[b];
        if (!isStem && !words[a].some((word) => words[b].includes(word))) continue;
        const pair = a * names.length + b;
        const leads = (leadsOf.get(pair) ?? 0) + 1;
        leadsOf.set(pair, leads);
        if (leads === (isStem ? 1 : COMMON_LEADS)) found.push([a, b]);
      }
    });
  }
  return found;
}

/**
 * Returns the earlier parts of each title, the first one first: movies before a movie and series before a series, of its
 * franchise and with somebody of the title in them, since two titles of one name may have nothing to do with each other.
 */
export function earlierParts({ size, type, year, franchise, directors, cast }: Catalogue): Csr {
  const members = Map.groupBy(franchise.keys(), (item) => franchise[item]);
  const peopleOf = ({ offsets, values }: Csr, item: number): Int32Array =>
    values.subarray(offsets[item], offsets[item + 1]);
  return rowsOf(
    Array.from({ length: size }, (_, item) => {
      if (franchise[item] < 0) return [];
      const own = new Set([...peopleOf(directors, item), ...peopleOf(cast, item)]);
      return (members.get(franchise[item]) ?? [])
        .filter((other) => type[other] === type[item] && year[other] > 0 && year[other] < year[item])
        .filter((other) =>
          [directors, cast].some((role) => peopleOf(role, other).some((person) => own.has(person))),
        )
        .sort((a, b) => year[a] - year[b] || a - b);
    }),
  );
}

/** Returns the words of a plain name without numbers and plurals: Alien, Aliens and Alien³ have the same. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKC')
    .split(' ')
    .map((word) => word.replace(/\d+$/, '').replace(/(?<=\p{L}{3})s$/u, ''))
    .filter((word) => word !== '');

/**
 * Returns the words with which the names of two titles of a franchise both begin, or null without common
 * words.
 */
export function franchiseName(a: string, b: string): string | null {
  const words = headOf(a).split(' ');
  const others = headOf(b).split(' ');
  let count = 0;
  while (count < words.length && plainName(words[count]) === plainName(others[count] ?? '')) count++;
  const name = words
    .slice(0, count)
    .join(' ')
    .replace(/[\s,:–—-]+$/, '');
  return plainName(name) === '' ? null : name;
}

/** Returns the part of a name before its subtitle. */
function headOf(name: string): string {
  return name.split(/: | [-–—] | and the | & the /i)[0];
}

/** Returns the part of a name before a colon, a dash or "and the", without numbers. */
function stemOf(name: string): string {
  return plainName(headOf(name))
    .replace(/ (?:part|vol|volume|chapter|episode|season) \S+$/, '')
    .replace(/ (?:\d+|[ivx]+|two|three|four|five)$/, '')
    .trim();
}

/** Normalizes a name: lower case, without accents, year, punctuation and article ("The X" or "X, The"). */
export function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\(\d{4}\)\s*$/, '')
    .trim()
    .replace(/, (?:the|a|an)$/, '')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:the|a|an) /, '');
}
