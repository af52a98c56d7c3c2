import { Mood as MoodName, type Understood, type UnderstoodKind } from '@marquee/contracts';
import type { Csr } from '@marquee/recommender';
import { type Bits, createBits, intersect, setBit, unite } from '#src/titles/engine/bits.ts';
import { dayOf, type Market } from '#src/titles/engine/markets.ts';
import { keepFitting } from '#src/titles/engine/mood.ts';
import { allTitles } from '#src/titles/engine/open.ts';
import { personIndex } from '#src/titles/engine/people.ts';
import type { SnapshotData } from '#src/titles/engine/snapshot-data.ts';
import { ROW_DAYS } from '#src/titles/offer-rules.ts';

/** What the facts of a search are looked up in. */
interface Shelf {
  readonly data: SnapshotData;
  /** The offers of the caller's country. */
  readonly market: Market;
}

const CHILDREN_GENRE = 'Family';
const ANIMATION = 'Animation';
const FRIGHTENING = new Set(['Thriller', 'Horror']);
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

function ofPerson({ people, size }: SnapshotData, id: number): Bits {
  const { offsets, values } = people.titles;
  const person = personIndex(people, id);
  const bits = createBits(size);
  if (person >= 0) for (const item of values.slice(offsets[person], offsets[person + 1])) setBit(bits, item);
  return bits;
}

/** The number of titles that everybody knows. */
const POPULAR = 1_500;
/** A hidden gem is none of the best known titles, and still known to some. */
const HIDDEN = { from: 4_000, to: 12_000 } as const;

/** In minutes. */
const LONG_EPISODE = 60;

function ofRuntime({ data }: Shelf, limit: string): Bits {
  const minutes = Number(limit.slice(1));
  const passes = (runtime: number): boolean =>
    limit.startsWith('<') ? runtime > 0 && runtime <= minutes : runtime >= minutes;
  return bitsWhere(data, (item) => passes(data.runtime[item] ?? 0));
}

/** An episode is short, so who names more than an hour means a film. */
function ofLength(shelf: Shelf, limit: string): Bits {
  const bits = ofRuntime(shelf, limit);
  if (limit.startsWith('<') && Number(limit.slice(1)) > LONG_EPISODE) intersect(bits, shelf.data.movies);
  return bits;
}

/** Returns the titles that have one fact. */
const TITLES: Record<UnderstoodKind, (shelf: Shelf, value: string) => Bits> = {
  theme: ({ data }, slug) => ofTheme(data, slug),
  genre: ({ data }, id) =>
    data.genreRows.find((genre) => String(genre.id) === id)?.bits.slice() ?? createBits(data.size),
  country({ data }, code) {
    const number = data.countryCodes.indexOf(code);
    // Only beside a language does the first country say whose film it is.
    return bitsWhere(data, (item) =>
      data.language[item] === 0
        ? has(data.countries, item, number)
        : data.countries.values[data.countries.offsets[item] ?? 0] === number &&
          has(data.countries, item, number),
    );
  },
  language({ data }, code) {
    const number = data.languages.indexOf(code) + 1;
    return bitsWhere(data, (item) => data.language[item] === number);
  },
  decade: ({ data }, first) =>
    bitsWhere(data, (item) => Math.floor((data.year[item] ?? 0) / 10) * 10 === Number(first)),
  year: ({ data }, year) => bitsWhere(data, (item) => data.year[item] === Number(year)),
  years({ data }, range) {
    const [, from, to] = /^(\d*)-(\d*)$/.exec(range) ?? [];
    const last = to ? Number(to) : Number.POSITIVE_INFINITY;
    return bitsWhere(data, (item) => {
      const year = data.year[item] ?? 0;
      return year > 0 && year >= Number(from) && year <= last;
    });
  },
  length: ofLength,
  runtime: ofLength,
  provider: ({ data, market }, id) =>
    market.providers.find((provider) => String(provider.id) === id)?.bits.slice() ?? createBits(data.size),
  // Several people stand for their animation studio.
  person({ data }, value) {
    const ids = value.split(',');
    const bits = createBits(data.size);
    for (const id of ids) unite(bits, ofPerson(data, Number(id)));
    const animation = data.genreRows.find(({ title }) => title === ANIMATION)?.bits;
    if (ids.length > 1 && animation) intersect(bits, animation);
    return bits;
  },
  // It sorts the titles, and only leaves out itself.
  like: ({ data }, id) => bitsWhere(data, (item) => data.ids[item] !== Number(id)),
  type: ({ data }, type) => (type === 'movie' ? data.movies : data.series).slice(),
  audience: ({ data }) => forChildren(data),
  new: ({ data }) =>
    bitsWhere(data, (item) => (data.year[item] ?? 0) >= (data.newestYears?.from ?? Number.POSITIVE_INFINITY)),
  leaving({ data, market }) {
    const today = dayOf(Date.now());
    const bits = createBits(data.size);
    market.leaving.days.forEach((day, at) => {
      if (day >= today && day <= today + ROW_DAYS.leaving) setBit(bits, market.leaving.items[at] ?? 0);
    });
    return bits;
  },
  // The titles have the order of their popularity.
  popular: ({ data }) => bitsWhere(data, (item) => item < POPULAR),
  hidden: ({ data }) => bitsWhere(data, (item) => item >= HIDDEN.from && item < HIDDEN.to),
  award: ({ data }, slug) =>
    data.awards.find((award) => award.slug === slug)?.bits.slice() ?? createBits(data.size),
  mood({ data }, mood) {
    const bits = allTitles(data.size);
    const known = MoodName.safeParse(mood);
    if (known.success) keepFitting(data, bits, { mood: known.data });
    return bits;
  },
};

/** Of these kinds a title needs one of the named values, since few titles have two. */
const ANY: ReadonlySet<UnderstoodKind> = new Set(['country', 'language', 'provider', 'type']);
const TIMES: ReadonlySet<UnderstoodKind> = new Set(['decade', 'year']);

/** Returns the parts that are alternatives of each other as one group each, and every other part alone. */
function alternatives(named: readonly Understood[]): Understood[][] {
  const groups: Understood[][] = [];
  named.forEach((part, at) => {
    const last = groups.at(-1);
    if (part.any && named[at - 1]?.any && last) last.push(part);
    else groups.push([part]);
  });
  return groups;
}

/** Returns the titles that a search describes: with all of the facts, and with none of those that it excludes. */
export function described(shelf: Shelf, understood: readonly Understood[]): Bits {
  // Of awards, a year is that of the films or that of the ceremony, which honors those of the year before.
  const isOfAwards = understood.some(({ kind, applied }) => kind === 'award' && applied);
  const titlesOf = ({ kind, value }: Understood): Bits => {
    const bits = TITLES[kind](shelf, value);
    if (kind === 'year' && isOfAwards) unite(bits, TITLES.year(shelf, String(Number(value) - 1)));
    return bits;
  };
  const named = understood.filter(({ not, applied }) => !not && applied);
  const groups = Map.groupBy(alternatives(named), ([first, ...others]) => {
    if (first === undefined || others.length > 0) return JSON.stringify([first, ...others]);
    const { kind, value } = first;
    return TIMES.has(kind) ? 'time' : ANY.has(kind) ? kind : `${kind} ${value}`;
  });
  const bits = shelf.data.listed.slice();
  for (const group of groups.values()) {
    const any = createBits(shelf.data.size);
    for (const fact of group.flat()) unite(any, titlesOf(fact));
    intersect(bits, any);
  }
  const areForChildren = named.some(
    ({ kind, label }) =>
      kind === 'audience' || (kind === 'genre' && (label === CHILDREN_GENRE || label === ANIMATION)),
  );
  const isFrightening = named.some(
    ({ kind, label, any }) => kind === 'genre' && !any && FRIGHTENING.has(label),
  );
  // Sources call a fairy tale a thriller too, but who asks for one means no film for small children.
  if (isFrightening && !areForChildren) {
    const forSmall = shelf.data.genreRows.find(({ title }) => title === CHILDREN_GENRE)?.bits.slice();
    if (forSmall) {
      intersect(
        forSmall,
        bitsWhere(shelf.data, (item) => shelf.data.ageLevel[item] === 0),
      );
      intersect(
        bits,
        forSmall.map((word) => ~word),
      );
    }
  }
  for (const fact of understood.filter(({ not, applied }) => not && applied)) {
    const excluded = titlesOf(fact);
    intersect(
      bits,
      excluded.map((word) => ~word),
    );
  }
  return bits;
}
