import type { MediaQuery, Understood, UnderstoodKind } from '@marquee/contracts';
import { topK } from '@marquee/recommender';
import {
  type Bits,
  clearBit,
  countBits,
  createBits,
  hasBit,
  intersect,
  setBit,
} from '#src/titles/engine/bits.ts';
import type { Lexicon } from '#src/titles/engine/lexicon.ts';
import { normalize } from '#src/titles/engine/normalize.ts';
import { withDigits } from '#src/titles/engine/numerals.ts';
import { fixedRow, type Row, scoredRow } from '#src/titles/engine/ranking.ts';
import { isNameMatch, searchTitles, type Typos } from '#src/titles/engine/search-index.ts';
import { textAt } from '#src/titles/engine/texts.ts';
import { described } from '#src/titles/understanding/described.ts';
import { findNameAround, partNumberOf, SAYINGS } from '#src/titles/understanding/name-around.ts';
import { isFiller, isHabit, type Reading, understand } from '#src/titles/understanding/understand.ts';
import { tellStories } from '#src/titles/understanding/what-is-meant.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import { passNamed } from './feed.ts';
import type { GivenFilters } from './given-filters.ts';

type Query = GivenFilters & Pick<MediaQuery, 'query' | 'plain'>;
export type FoundBy = 'name' | 'person' | 'facts' | 'story';

/** The titles for a search, and what its words were taken for. */
export interface Answer {
  readonly row: Row;
  readonly understood: readonly Understood[];
  /** The words that meant nothing. */
  readonly ignored: readonly string[];
  readonly foundBy: (item: number) => FoundBy;
}

/** The items with their order, before they become a row. */
interface Meant {
  readonly row: Row;
  /** The themes that words of a story were taken for. */
  readonly learned: readonly Understood[];
  /** Whether only a name is left, and nothing that was understood. */
  readonly isNameOnly: boolean;
  readonly ignored: readonly string[];
  readonly by: FoundBy;
}

/** How sure it is that words mean what they were taken for. What is least sure is set aside first. */
const CERTAINTY: Record<UnderstoodKind, number> = {
  mood: 1,
  hidden: 2,
  popular: 2,
  new: 3,
  leaving: 3,
  runtime: 4,
  length: 5,
  audience: 5,
  theme: 6,
  award: 7,
  provider: 7,
  language: 8,
  country: 8,
  decade: 9,
  years: 9,
  year: 9,
  type: 10,
  genre: 11,
  person: 12,
  like: 13,
};
/** What one word may be alone, although a title has it as its name: "comedy" means comedies, and "1917" the film. */
const WHOLE: ReadonlySet<UnderstoodKind> = new Set([
  'theme',
  'genre',
  'audience',
  'type',
  'new',
  'popular',
  'hidden',
  'leaving',
  'mood',
  'award',
]);
/** Beside these, other words may be part of a name: "dune on max". */
const NARROWS: ReadonlySet<UnderstoodKind> = new Set([
  'provider',
  'year',
  'years',
  'decade',
  'type',
  'country',
  'person',
]);
/** In years. */
const GENERATION = 15;
/** So many titles, the best known, are meant by their name where it is a theme too. */
const KNOWN = 3_000;
/** Beside words of a story, a title needs no theme of the query, but those with it come first. */
const isSoft = ({ kind, not, any }: Understood): boolean => kind === 'theme' && !not && !any;
/** With fewer titles than this, those that have only some of the themes follow. */
const FEW = 10;

const without = (items: Int32Array, others: Int32Array): Int32Array => {
  const known = new Set(others);
  return items.filter((item) => !known.has(item));
};

/** Returns a row that begins with `head`, without titles twice. */
function after(head: Int32Array, tail: Row): Row {
  return {
    total: head.length + tail.total,
    slice: (from, to) =>
      Int32Array.from([
        ...head.slice(from, to),
        ...tail.slice(Math.max(0, from - head.length), Math.max(0, to - head.length)),
      ]),
  };
}

/** Returns a text in normal form without an article. */
const bareOf = (text: string): string => normalize(text).replace(/^(?:the|an?) /, '');

/** "Pulp Fiction director" asks for a person, although the film's name stands there. */
const isDirector = ({ understood, rest }: Reading): boolean =>
  rest === '' &&
  understood.some(({ kind, text }) => kind === 'person' && /\bdirect(?:ed|ors?)\b/i.test(text));

/** Beside words of a story, "kid" is somebody in it, and not who watches. */
function withoutBareAudience(reading: Reading): Reading {
  if (reading.rest === '') return reading;
  const isBare = ({ kind, text }: Understood): boolean => kind === 'audience' && !text.includes(' ');
  const bare = reading.understood.filter(isBare).map(({ text }) => text);
  return {
    ...reading,
    understood: reading.understood.filter((part) => !isBare(part)),
    rest: [...bare, reading.rest].join(' '),
  };
}

/** "leonardo dicapro" is a person with a typo, where no other word has this form. */
function withNearlyPerson(reading: Reading, lexicon: Lexicon): Reading {
  const words = reading.rest.split(' ').filter(Boolean);
  if (words.length !== 2 || words.every((word) => lexicon.isWord(normalize(word)))) return reading;
  const meaning = lexicon.nearlyPerson(reading.rest);
  if (meaning === null) return reading;
  const part = { ...meaning, text: reading.rest, not: false, any: false, applied: true, corrected: true };
  return { ...reading, understood: [...reading.understood, part], rest: '' };
}

/** One search of a user: what is looked up again and again while it is answered. */
class Search {
  readonly #taste: Taste;
  readonly #query: string;
  /** What the caller may see with the filters of the call. */
  readonly #passed: Bits;
  /** Where the query may have a typo. */
  readonly #typos: Typos;

  constructor(taste: Taste, query: Query) {
    this.#taste = taste;
    this.#query = query.query;
    this.#passed = passNamed(taste, query, taste.snapshot.data.listed);
    const words = normalize(query.query).split(' ');
    const isUnknown = words.some((word) => !taste.snapshot.lexicon.isWord(word));
    // "The Dar Knight" has only words, and "a winner" is not The Sinner.
    const content = words.filter((word) => !isFiller(word));
    this.#typos = isUnknown ? 'words' : content.length > 1 ? 'name' : 'none';
  }

  /** Returns the titles whose names match, best match first. @param onlyWords leaves out names with a typo. */
  named(text: string, onlyWords: boolean, typos = this.#typos): Int32Array {
    const { data, search } = this.#taste.snapshot;
    const { items, scores } = searchTitles(data, search, text, typos);
    return topK(scores, items.length)
      .filter((at) => !onlyWords || isNameMatch(scores[at] ?? 0))
      .map((at) => items[at] ?? 0)
      .filter((item) => hasBit(this.#passed, item));
  }

  /** Returns the best known title of a name, that with the same article first: The Suicide Squad is not Suicide Squad. */
  #exactly(name: string): number[] {
    const { data, lexicon } = this.#taste.snapshot;
    const named = lexicon.titlesNamed(name);
    const isSame = (item: number): boolean => normalize(textAt(data.titles, item)) === normalize(name);
    const item = named.find(isSame) ?? named[0];
    return item !== undefined && hasBit(this.#passed, item) ? [item] : [];
  }

  /** Returns the titles of a name that people say otherwise: by its initials, a part of a series of films, or a saying. */
  said(): Int32Array {
    const { data, lexicon } = this.#taste.snapshot;
    const words = normalize(this.#query)
      .split(' ')
      .filter((word) => !isHabit(word));
    const text = withDigits(words.join(' '));
    const bare = words.filter((word) => !isFiller(word) && !/^(?:movie|film)s?$/.test(word));
    const saying = SAYINGS.get(text) ?? SAYINGS.get(bare.join(' '));
    if (saying !== undefined) return Int32Array.from(saying.flatMap((name) => this.#exactly(name)));
    const exact = text === words.join(' ') ? [] : lexicon.titlesNamed(text);
    if (exact.length > 0) return Int32Array.from(exact).filter((item) => hasBit(this.#passed, item));
    const initials = words.length === 1 ? lexicon.spelledOut(words[0] ?? '') : null;
    if (initials !== null) return this.named(initials, true, 'none');
    const series = partNumberOf(text);
    if (series === null) return new Int32Array();
    const films = this.named(series.name, true, 'none').filter(
      (item) =>
        hasBit(data.movies, item) && bareOf(textAt(data.titles, item)).startsWith(bareOf(series.name)),
    );
    const byYear = Array.from(films).toSorted((a, b) => (data.year[a] ?? 0) - (data.year[b] ?? 0));
    const [first, second] = byYear.map((item) => ({ item, year: data.year[item] ?? 0 }));
    // A film of the same name that is a generation older is another telling: the parts of Dune begin in 2021.
    const isOlder =
      first !== undefined &&
      second !== undefined &&
      second.year - first.year > GENERATION &&
      bareOf(textAt(data.titles, first.item)) === bareOf(series.name);
    const parts = isOlder && byYear.length > series.part ? byYear.slice(1) : byYear;
    const wanted = parts[series.part - 1];
    return wanted === undefined
      ? new Int32Array()
      : Int32Array.of(wanted, ...films.filter((item) => item !== wanted));
  }

  /** Returns the titles of several known names: "goodfellas or casino". */
  either(): Int32Array {
    const names = this.#query.split(/\sor\s/i);
    const found = names.map((name) => this.#taste.snapshot.lexicon.titlesNamed(name)[0] ?? KNOWN);
    const areKnown = names.length > 1 && found.every((item) => item < KNOWN);
    return areKnown ? Int32Array.from(found).filter((item) => hasBit(this.#passed, item)) : new Int32Array();
  }

  /** Returns a name with other words around it. */
  around() {
    const { data, lexicon } = this.#taste.snapshot;
    const shelf = { data, market: this.#taste.market };
    const kept = new Map<Understood, Bits>();
    const has = (item: number, part: Understood): boolean => {
      const bits = kept.get(part) ?? described(shelf, [{ ...part, not: false, any: false, applied: true }]);
      kept.set(part, bits);
      return hasBit(bits, item);
    };
    const found = findNameAround(this.#query, { data, lexicon, has });
    const items = found?.items.filter((item) => hasBit(this.#passed, item));
    return found && items && items.length > 0 ? { ...found, items } : null;
  }

  /** Whether the name that was found is how the query calls a person: "a movie with The Rock". */
  isOfPerson(items: Int32Array, { understood, rest }: Reading): boolean {
    const names = understood.flatMap(({ kind, text }) => {
      const [, name] = /^(?:with|starring|by|from) (.+)$/i.exec(text) ?? [];
      return kind === 'person' && name !== undefined && rest === '' ? [name] : [];
    });
    return names.some((name) => this.#taste.snapshot.lexicon.titlesNamed(name).includes(items[0] ?? -1));
  }

  /** Returns the titles that pass the facts of the parts, without hidden ones. */
  #passing(understood: readonly Understood[], head: Int32Array): Bits {
    const open = described({ data: this.#taste.snapshot.data, market: this.#taste.market }, understood);
    intersect(open, this.#passed);
    for (const item of [...this.#taste.hiddenItems, ...head]) clearBit(open, item);
    return open;
  }

  /** Returns the order of titles that facts describe: by similarity where a title is named, and else by taste. */
  #scores(understood: readonly Understood[]): Float32Array {
    const { model, indexOf } = this.#taste.snapshot;
    const likes = understood.filter(({ kind, not, applied }) => kind === 'like' && !not && applied);
    const [first, ...others] = likes.map(({ value }) => model.similar(indexOf(Number(value))));
    if (first === undefined) return this.#taste.predictions.scores;
    // Like both: by the less similar one.
    return others.reduce(
      (least, scores) => least.map((score, item) => Math.min(score, scores[item] ?? 0)),
      first,
    );
  }

  /** Returns the titles that the query describes, none of which is in `head`. */
  meant({ understood, rest, unwanted }: Reading, head: Int32Array): Meant {
    const { data, lexicon } = this.#taste.snapshot;
    const words = rest.split(' ').filter(Boolean);
    const excluded = unwanted.flatMap((word) => [...this.named(word, true, 'none')]);
    const leave = (open: Bits): Bits => {
      for (const item of excluded) clearBit(open, item);
      return open;
    };
    const soft = understood.filter(isSoft);
    if (words.length === 0) {
      const open = leave(this.#passing(understood, head));
      const row = this.#ranked(this.#scores(understood), open);
      if (row.total >= FEW || soft.length < 2)
        return { row, learned: [], isNameOnly: false, ignored: [], by: 'facts' };
      const told = tellStories(data, lexicon, [], soft);
      const wide = leave(
        this.#passing(
          understood.filter((part) => !isSoft(part)),
          head,
        ),
      );
      return {
        row: this.#tail(told.scores, wide),
        learned: [],
        isNameOnly: false,
        ignored: [],
        by: 'facts',
      };
    }
    const told = tellStories(data, lexicon, words, soft);
    const hard = understood.filter((part) => !isSoft(part));
    const open = leave(this.#passing(hard, head));
    // The words may be a name among what the others describe: "dune on max".
    const isNarrow = understood.every(({ kind }) => NARROWS.has(kind));
    const all = isNarrow ? without(this.named(rest, true), head) : new Int32Array();
    const names = all.filter((item) => hasBit(open, item));
    const byPerson = understood.some(({ kind }) => kind === 'person');
    if (names.length === 0 && all.length > 0 && !byPerson)
      return {
        row: fixedRow(all),
        learned: [],
        isNameOnly: true,
        ignored: [],
        by: 'name',
      };
    for (const item of names) clearBit(open, item);
    const isTold = words.length > told.unknown.length || soft.length > 0;
    const tail = isTold ? this.#tail(told.scores, open) : this.#ranked(this.#scores(understood), open);
    const isFixed = !isTold && (names.length > 0 || hard.length === 0);
    const found = isFixed ? fixedRow(names) : after(names, tail);
    // What the facts alone describe follows where few stories have the words: "smart sci-fi".
    const isRow = found.total > 0 && found.total < FEW && hard.some(({ not }) => !not);
    return {
      row: isRow ? this.#followed(found, hard, head) : found,
      learned: told.learned,
      isNameOnly: false,
      ignored: names.length > 0 ? [] : told.unknown,
      by: 'story',
    };
  }

  /** Returns the titles by score. Who describes something wants to watch it, so titles that the user rated come last. */
  #ranked(scores: Float32Array, open: Bits): Row {
    const { ratings, snapshot } = this.#taste;
    const rated = createBits(snapshot.data.size);
    for (const item of ratings.keys()) setBit(rated, item);
    intersect(rated, open);
    if (countBits(rated) === 0) return scoredRow(scores, open);
    const fresh = open.slice();
    intersect(
      fresh,
      rated.map((word) => ~word),
    );
    const [first, last] = [scoredRow(scores, fresh), scoredRow(scores, rated)];
    return {
      total: first.total + last.total,
      slice: (from, to) =>
        Int32Array.from([
          ...first.slice(from, to),
          ...last.slice(Math.max(0, from - first.total), Math.max(0, to - first.total)),
        ]),
    };
  }

  /** Returns a row that is followed by the other titles with the facts. */
  #followed(found: Row, facts: readonly Understood[], head: Int32Array): Row {
    const items = found.slice(0, found.total);
    const open = this.#passing(facts, head);
    for (const item of items) clearBit(open, item);
    return after(items, this.#ranked(this.#scores(facts), open));
  }

  /** Returns the titles whose stories have the words, best first. They may mean one title, which the user may have rated. */
  #tail(scores: Float32Array, open: Bits): Row {
    const bits = createBits(this.#taste.snapshot.data.size);
    for (let item = 0; item < scores.length; item++)
      if ((scores[item] ?? 0) > 0 && hasBit(open, item)) setBit(bits, item);
    return countBits(bits) === 0 ? fixedRow(new Int32Array()) : scoredRow(scores, bits);
  }

  /**
   * Sets parts aside, the least certain first, until something is left of the others. All titles are left where all parts are
   * set aside.
   */
  something(reading: Reading, head: Int32Array): Meant & { understood: readonly Understood[] } {
    let found = this.meant(reading, head);
    const byCertainty = [...reading.understood.keys()].sort((a, b) => {
      const of = (at: number): number => {
        const part = reading.understood[at];
        return part === undefined ? 0 : CERTAINTY[part.kind] - Number(part.corrected) * 5;
      };
      return of(a) - of(b);
    });
    const aside = new Set<number>();
    for (const at of byCertainty) {
      if (found.row.total > 0 || head.length > 0) break;
      aside.add(at);
      found = this.meant(
        { ...reading, understood: reading.understood.filter((_, place) => !aside.has(place)) },
        head,
      );
    }
    const understood = reading.understood.map((part, at) => ({
      ...part,
      applied: !aside.has(at) && !found.isNameOnly,
    }));
    return { ...found, understood: [...understood, ...found.learned] };
  }
}

/**
 * Returns titles for a search: those whose names match, best match first, and then those that the words describe, in
 * the order of the taste, by similarity where the words name a title, or by how well their stories fit. Includes hidden
 * titles by name only. Empty only where none of the words is anywhere.
 */
export function search(taste: Taste, query: Query): Answer {
  const { lexicon } = taste.snapshot;
  const one = new Search(taste, query);
  const byName = (items: Int32Array): Answer => ({
    row: fixedRow(items),
    understood: [],
    ignored: [],
    foundBy: () => 'name',
  });
  const typed = query.query.trim();
  // "🐶" has no letters, and says nothing rather than everything.
  if (typed !== '' && normalize(typed) === '') return { ...byName(new Int32Array()), ignored: [typed] };
  if (query.plain || typed === '') return byName(one.named(query.query, false, 'words'));

  const reading = withNearlyPerson(withoutBareAudience(understand(query.query, lexicon)), lexicon);
  const [part] = reading.understood;
  const isWhole =
    part !== undefined &&
    reading.understood.length === 1 &&
    reading.rest === '' &&
    WHOLE.has(part.kind) &&
    !part.not &&
    !part.corrected;
  const isName = lexicon.titlesNamed(query.query).length > 0;
  const names = one.named(query.query, true);
  // "hitchcock" is the name of a film, and also of somebody whose films follow.
  const isPerson = part?.kind === 'person' && reading.understood.length === 1 && reading.rest === '';
  if (isName && !isWhole && !isPerson) return byName(one.named(query.query, false));
  const either = one.either();
  if (either.length > 0) return byName(either);
  const said = reading.rest === '' ? new Int32Array() : one.said();
  // "the bear" is a theme, and "where can I watch the bear" the name of a series; "like the bear" is neither.
  const isLike = reading.understood.some(({ kind }) => kind === 'like');
  const isBare = isWhole && bareOf(query.query) === bareOf(part.text);
  const around = isBare || isLike || said.length > 0 || isDirector(reading) ? null : one.around();
  if (said.length > 0 || (around !== null && !one.isOfPerson(around.items, reading))) {
    const first = around?.items ?? said;
    return {
      ...byName(Int32Array.from([...first, ...without(names, first)])),
      understood: around?.understood ?? [],
    };
  }
  // "strage things" is nearer to a well known name than to the stage.
  if (reading.understood.some(({ corrected }) => corrected)) {
    const near = one.named(query.query, false, 'words').filter((item) => item < KNOWN);
    if (near.length > 0) return byName(Int32Array.from([...near, ...without(names, near)]));
  }
  // One word that is a genre or a theme means these titles before those that merely have it in their names, but "alien" the
  // well known film before all aliens.
  const known = part?.kind === 'theme' ? lexicon.titlesNamed(query.query).filter((item) => item < KNOWN) : [];
  const head = isWhole ? Int32Array.from(known) : names;
  const meant = one.something(reading, head);
  const isNamed = new Set(head);
  const all = isWhole ? Int32Array.from([...head, ...meant.row.slice(0, meant.row.total)]) : head;
  if (isWhole) for (const item of names) isNamed.add(item);
  const row = isWhole ? fixedRow(Int32Array.from([...all, ...without(names, all)])) : after(head, meant.row);
  if (row.total === 0) {
    const near = one.named(query.query, false, 'words');
    const ignored = meant.ignored.length > 0 ? meant.ignored : reading.rest.split(' ').filter(Boolean);
    return { ...byName(near), ignored: near.length > 0 ? [] : ignored };
  }
  const byPerson = meant.understood.some(({ kind, applied }) => kind === 'person' && applied);
  return {
    row,
    understood: meant.understood,
    ignored: head.length > 0 ? [] : [...meant.ignored, ...reading.habits],
    foundBy: (item) => (isNamed.has(item) ? 'name' : byPerson ? 'person' : meant.by),
  };
}
