import type { Understood, UnderstoodKind } from '@marquee/contracts';
import type { Csr } from '@marquee/recommender';
import { type Bits, createBits, intersect, setBit, unite } from '#src/titles/engine/bits.ts';
import type { Market } from '#src/titles/engine/markets.ts';
import { personIndex } from '#src/titles/engine/people.ts';
import type { SnapshotData } from '#src/titles/engine/snapshot-data.ts';

/** What the facts of a search are looked up in. */
interface Shelf {
  readonly data: SnapshotData;
  /** The offers of the caller's country. */
  readonly market: Market;
}

const CHILDREN_GENRE = 'Family';
const CHILDREN_THEMES = ['family-friendly', 'preschool'];

function has({ offsets, values }: Csr, item: number, value: number): boolean {
  const end = offsets[item + 1] ?? 0;
  for (let at = offsets[item] ?? 0; at < end; at++) if (values[at] === value) return true;
  return false;
}

function bitsWhere({ size }: SnapshotData, test: (item: number) => boolean): Bits {
  const bits = createBits(size);
  for (let item = 0; item < size; item++) if (test(item)) setBit(bits, item);
  return bits;
}

const ofTheme = (data: SnapshotData, slug: string): Bits => {
  const place = data.themeRows.findIndex((theme) => theme.slug === slug);
  return bitsWhere(data, (item) => has(data.themes, item, place));
};

/** For everybody, or with a parent where the title is made for families. */
function forChildren(data: SnapshotData): Bits {
  const family = createBits(data.size);
  for (const { title, bits } of data.genreRows) if (title === CHILDREN_GENRE) unite(family, bits);
  for (const slug of CHILDREN_THEMES) unite(family, ofTheme(data, slug));
  const level = (item: number): number => data.ageLevel[item] ?? -1;
  intersect(
    family,
    bitsWhere(data, (item) => level(item) === 0 || level(item) === 1),
  );
  unite(
    family,
    bitsWhere(data, (item) => level(item) === 0),
  );
  return family;
}

/** Returns the titles that have one fact. */
const TITLES: Record<UnderstoodKind, (shelf: Shelf, value: string) => Bits> = {
  theme: ({ data }, slug) => ofTheme(data, slug),
  genre: ({ data }, id) =>
    data.genreRows.find((genre) => String(genre.id) === id)?.bits.slice() ?? createBits(data.size),
  country({ data }, code) {
    const number = data.countryCodes.indexOf(code);
    return bitsWhere(data, (item) => has(data.countries, item, number));
  },
  language({ data }, code) {
    const number = data.languages.indexOf(code) + 1;
    return bitsWhere(data, (item) => data.language[item] === number);
  },
  decade: ({ data }, first) =>
    bitsWhere(data, (item) => Math.floor((data.year[item] ?? 0) / 10) * 10 === Number(first)),
  year: ({ data }, year) => bitsWhere(data, (item) => data.year[item] === Number(year)),
  length({ data }, limit) {
    const minutes = Number(limit.slice(1));
    const passes = (runtime: number): boolean =>
      limit.startsWith('<') ? runtime > 0 && runtime <= minutes : runtime >= minutes;
    return bitsWhere(data, (item) => passes(data.runtime[item] ?? 0));
  },
  provider: ({ data, market }, id) =>
    market.providers.find((provider) => String(provider.id) === id)?.bits.slice() ?? createBits(data.size),
  person({ data }, id) {
    const { offsets, values } = data.people.titles;
    const person = personIndex(data.people, Number(id));
    const bits = createBits(data.size);
    if (person >= 0)
      for (const item of values.slice(offsets[person], offsets[person + 1])) setBit(bits, item);
    return bits;
  },
  // It sorts the titles, and only leaves out itself.
  like: ({ data }, id) => bitsWhere(data, (item) => data.ids[item] !== Number(id)),
  type: ({ data }, type) => (type === 'movie' ? data.movies : data.series).slice(),
  audience: ({ data }) => forChildren(data),
  new: ({ data }) =>
    bitsWhere(data, (item) => (data.year[item] ?? 0) >= (data.newestYears?.from ?? Number.POSITIVE_INFINITY)),
};

/** Of these kinds a title needs one of the named values, since few titles have two. */
const ANY: ReadonlySet<UnderstoodKind> = new Set(['country', 'language', 'provider', 'type']);
const TIMES: ReadonlySet<UnderstoodKind> = new Set(['decade', 'year']);

/** Returns the titles that a search describes: with all of the facts, and with none of those that it excludes. */
export function described(shelf: Shelf, understood: readonly Understood[]): Bits {
  const titlesOf = ({ kind, value }: Understood): Bits => TITLES[kind](shelf, value);
  const named = understood.filter(({ not }) => !not);
  const groups = Map.groupBy(named, ({ kind, value }) =>
    TIMES.has(kind) ? 'time' : ANY.has(kind) ? kind : `${kind} ${value}`,
  );
  const bits = shelf.data.listed.slice();
  for (const group of groups.values()) {
    const any = createBits(shelf.data.size);
    for (const fact of group) unite(any, titlesOf(fact));
    intersect(bits, any);
  }
  for (const fact of understood.filter(({ not }) => not)) {
    const excluded = titlesOf(fact);
    intersect(
      bits,
      excluded.map((word) => ~word),
    );
  }
  return bits;
}
