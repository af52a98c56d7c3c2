import { LIKED, type Model, type SharedFact } from '@marquee/recommender';
import { personIndex } from '#src/titles/engine/people.ts';
import type { SnapshotData } from '#src/titles/engine/snapshot-data.ts';
import { textAt } from '#src/titles/engine/texts.ts';
import { adjectiveOf } from '#src/titles/understanding/build-lexicon.ts';
import { saidOf } from './said-tastes.ts';
import type { Taste } from './taste.ts';

/** One of several tastes of a user. */
export interface NamedTaste {
  /** The medium id of one of its titles, now or when the user said something of the taste. */
  readonly id: number;
  /** The name that the user gave it. */
  readonly ownName: string | null;
  /** What its titles share, as it stands within a sentence: "Korean dramas". Null when they share nothing. */
  readonly phrase: string | null;
  /** Whether the user said that it is not theirs. */
  readonly dismissed: boolean;
  /** All titles that have what its titles share. */
  readonly matching: Int32Array;
  /** The titles that the user chose. */
  readonly titles: Int32Array;
}

/** A fact names a taste when this share of its liked titles has it, and at least two titles do. */
const SHARED = 0.6;
const LEAST = 2;
/** The fact says nothing when another taste has half as much of it. */
const APART = 0.5;

/** A country or decade narrows a name only where the catalogue has so many titles for the row. Many have no offer. */
const LEAST_IN_ROW = 40;

type Fact = Taste['snapshot']['model']['facts']['reasons'][number];

/** Returns the tastes of somebody with several, dismissed ones last. Empty for one taste. */
export function namedTastes(taste: Taste): NamedTaste[] {
  const { snapshot, factors } = taste;
  const groups = snapshot.model.groups(factors);
  if (groups.length < 2) return [];
  const said = saidOf(snapshot, groups, taste.said);
  const ids = new Set(taste.said.map(({ id }) => id));
  const liked = groups.map(({ titles }) =>
    titles.filter((item) => (taste.ratings.get(item) ?? LIKED) >= LIKED),
  );
  return groups.map(({ titles }, place) => {
    const others = liked.filter((_, other) => other !== place);
    const best = liked[place]?.length ? liked[place] : titles;
    const facts = distinguishing(taste, best, others);
    const own = said[place];
    const named = nameOf(snapshot, facts);
    // An id that something was said of stays that of its titles.
    const all = Array.from(titles, (item) => snapshot.data.ids[item] ?? 0);
    const id = all.find((each) => !ids.has(each)) ?? all[0];
    return {
      id: own?.id ?? id ?? 0,
      titles,
      dismissed: own?.dismissed ?? false,
      ownName: own?.name ?? null,
      ...named,
    };
  });
}

/** Returns the name of a taste as it stands alone: "Korean dramas", or "Titles like Heat" where its titles share nothing. */
export function generatedName({ snapshot }: Taste, { phrase, titles }: NamedTaste): string {
  const name = phrase ?? `titles like ${textAt(snapshot.data.titles, titles[0] ?? 0)}`;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Returns the taste with this id, or else with this title; null when there is none. */
export function findTaste(taste: Taste, id: number): NamedTaste | null {
  const item = taste.snapshot.indexOf(id);
  const all = namedTastes(taste);
  return all.find((one) => one.id === id) ?? all.find(({ titles }) => titles.includes(item)) ?? null;
}

/** Returns the facts that most of the titles share and most of each other taste lack, the rarest first. */
function distinguishing({ snapshot }: Taste, titles: Int32Array, others: readonly Int32Array[]): Fact[] {
  const { reasons, reasonsOf } = snapshot.model.facts;
  const countIn = (items: Int32Array): Map<number, number> => {
    const counts = new Map<number, number>();
    for (const item of items) {
      for (const fact of reasonsOf.values.subarray(reasonsOf.offsets[item], reasonsOf.offsets[item + 1]))
        counts.set(fact, (counts.get(fact) ?? 0) + 1);
    }
    return counts;
  };
  const elsewhere = others.map((items) => ({ counts: countIn(items), size: items.length }));
  return [...countIn(titles)]
    .filter(([fact, count]) => {
      const share = count / titles.length;
      const isShared = count >= LEAST && share >= SHARED;
      return (
        isShared && elsewhere.every(({ counts, size }) => (counts.get(fact) ?? 0) <= APART * share * size)
      );
    })
    .flatMap(([fact]) => reasons[fact] ?? [])
    .sort((a, b) => a.titles - b.titles);
}

/** Names a taste by its rarest subject, with its country or else its decade before it where enough titles have both. */
function nameOf(
  { data, model }: Taste['snapshot'],
  facts: readonly Fact[],
): Pick<NamedTaste, 'phrase' | 'matching'> {
  const first = (...kinds: SharedFact['kind'][]): Fact | undefined =>
    facts.find(({ shared }) => kinds.includes(shared.kind) && wordsFor(data, shared) !== null);
  const subject = first('theme', 'director') ?? first('genre');
  const what = subject ? wordsFor(data, subject.shared) : null;
  for (const which of [first('country'), first('decade')]) {
    const word = which ? wordsFor(data, which.shared) : null;
    if (which === undefined || word === null) continue;
    if (what === null || subject === undefined)
      return { phrase: `${word} titles`, matching: titlesWith(model, [which]) };
    // The subject may say the country already, as Korean dramas do.
    if (what.toLowerCase().includes(word.toLowerCase())) break;
    const both = titlesWith(model, [which, subject]);
    if (both.length >= LEAST_IN_ROW) return { phrase: `${word} ${what}`, matching: both };
  }
  return { phrase: what, matching: subject ? titlesWith(model, [subject]) : new Int32Array(0) };
}

/** Returns the titles that have all of the facts. */
function titlesWith(
  { facts: { reasons, reasonsOf }, catalogue }: Model,
  wanted: readonly Fact[],
): Int32Array {
  const places = wanted.map((fact) => reasons.indexOf(fact));
  const { offsets, values } = reasonsOf;
  const found: number[] = [];
  for (let item = 0; item < catalogue.size; item++) {
    let shared = 0;
    // A title has each fact once.
    for (let k = offsets[item] ?? 0; k < (offsets[item + 1] ?? 0); k++)
      if (places.includes(values[k] ?? -1)) shared++;
    if (shared === places.length) found.push(item);
  }
  return Int32Array.from(found);
}

/** Returns a fact as part of a name. Settings and tones name nothing: "New York" says little of what somebody likes. */
function wordsFor(data: SnapshotData, { kind, id }: SharedFact): string | null {
  switch (kind) {
    case 'theme': {
      const theme = data.themeRows[id];
      return theme && (theme.group === 'kind' || theme.group === 'about') ? theme.label : null;
    }
    case 'genre':
      return data.genreRows.find((row) => row.id === id)?.title.toLowerCase() ?? null;
    case 'country':
      return adjectiveOf(data.countryCodes[id] ?? '');
    case 'decade':
      return `${id}s`;
    case 'director': {
      const person = personIndex(data.people, id);
      return person < 0 ? null : `titles by ${textAt(data.people.names, person)}`;
    }
    case 'franchise':
    case 'loved_with':
    case 'cast':
      return null;
  }
}
