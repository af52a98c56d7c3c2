import { type Csr, LIKED, type SharedFact } from '@marquee/recommender';
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
  /** What its titles share, as it stands within a sentence: "Korean dramas". Null when they share nothing worth a name. */
  readonly phrase: string | null;
  /** Whether the user said that it is not theirs. */
  readonly dismissed: boolean;
  /** All titles that have what its titles share. Null without a name: its row has those that it speaks for most. */
  readonly matching: Int32Array | null;
  /** Its place among the tastes that may take turns. Null when it is dismissed. */
  readonly turn: number | null;
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

/** The place of a fact in `FactSpace.reasons`. */
type Fact = number;

/** Finds and names the tastes of somebody with several, dismissed ones last. Empty for one taste. `Taste.named` keeps them. */
export function nameTastes(taste: Taste): NamedTaste[] {
  const { snapshot, factors } = taste;
  const groups = snapshot.model.groups(factors);
  if (groups.length < 2) return [];
  const said = saidOf(snapshot, groups, taste.said);
  const ids = new Set(taste.said.map(({ id }) => id));
  const liked = groups.map(({ titles }) =>
    titles.filter((item) => (taste.ratings.get(item) ?? LIKED) >= LIKED),
  );
  let turns = 0;
  return groups.map(({ titles, share }, place) => {
    const others = liked.filter((_, other) => other !== place);
    const best = liked[place]?.length ? liked[place] : titles;
    const facts = distinguishing(taste, best, others);
    const own = said[place];
    const named = nameOf(snapshot, facts) ?? { phrase: null, matching: null };
    // An id that something was said of stays that of its titles.
    const all = Array.from(titles, (item) => snapshot.data.ids[item] ?? 0);
    const id = all.find((each) => !ids.has(each)) ?? all[0];
    return {
      id: own?.id ?? id ?? 0,
      titles,
      turn: share > 0 ? turns++ : null,
      dismissed: own?.dismissed ?? false,
      ownName: own?.name ?? null,
      ...named,
    };
  });
}

/** Returns the names of the first titles of a taste, by which its owner knows it where these share nothing. */
export const foundersOf = ({ snapshot }: Taste, { titles }: NamedTaste): string[] =>
  Array.from(titles.subarray(0, 2), (item) => textAt(snapshot.data.titles, item));

/** Returns the name of a taste as it stands alone: "Korean dramas", or else "Stalker, Paris, Texas". */
export function generatedName(taste: Taste, named: NamedTaste): string {
  const name = named.phrase ?? foundersOf(taste, named).join(', ');
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Returns the taste with this id, or else with this title; null when there is none. */
export function findTaste(taste: Taste, id: number): NamedTaste | null {
  const item = taste.snapshot.indexOf(id);
  const all = taste.named;
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
    .map(([fact]) => fact)
    .sort((a, b) => (reasons[a]?.titles ?? 0) - (reasons[b]?.titles ?? 0));
}

/**
 * Names a taste by its rarest subject, with its country or else its decade before it where enough titles have both. A genre
 * needs one of these, and a decade is no name. Null where nothing names the taste.
 */
function nameOf(
  { data, model: { facts } }: Taste['snapshot'],
  shared: readonly Fact[],
): { phrase: string | null; matching: Int32Array } | null {
  const words = (place: Fact): string | null => {
    const fact = facts.reasons[place];
    return fact ? wordsFor(data, fact.shared) : null;
  };
  const first = (...kinds: SharedFact['kind'][]): Fact | undefined =>
    shared.find(
      (place) => kinds.includes(facts.reasons[place]?.shared.kind ?? 'cast') && words(place) !== null,
    );
  const subject = first('theme', 'director');
  const what = subject ?? first('genre');
  const country = first('country');
  for (const which of [country, first('decade')]) {
    if (which === undefined || what === undefined) continue;
    // The subject may say the country already, as Korean dramas do.
    if (
      words(what)
        ?.toLowerCase()
        .includes(words(which)?.toLowerCase() ?? '')
    )
      break;
    const both = titlesWith(facts.titlesOf, [which, what]);
    if (both.length >= LEAST_IN_ROW) return { phrase: `${words(which)} ${words(what)}`, matching: both };
  }
  if (subject !== undefined)
    return { phrase: words(subject), matching: titlesWith(facts.titlesOf, [subject]) };
  if (country === undefined) return null;
  return { phrase: `${words(country)} titles`, matching: titlesWith(facts.titlesOf, [country]) };
}

/** Returns the titles that have all of the facts. */
function titlesWith({ offsets, values }: Csr, wanted: readonly Fact[]): Int32Array {
  const [first = new Int32Array(), ...others] = wanted.map((fact) =>
    values.subarray(offsets[fact], offsets[fact + 1]),
  );
  const sets = others.map((titles) => new Set(titles));
  return first.filter((item) => sets.every((titles) => titles.has(item)));
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
