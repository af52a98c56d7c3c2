import { normalize } from './normalize.ts';
import { withDigits } from './numerals.ts';
import { formsOf, imdbNumberOf, type QueryForm } from './query-forms.ts';
import { common, raise, type Scores } from './scores.ts';
import type { LocalNames, SnapshotData } from './snapshot-data.ts';
import {
  comparePrefix,
  isWithinOneTypo,
  lengthAt,
  packTexts,
  searchWords,
  type Texts,
  textAt,
  toUnits,
  unpackTexts,
  withinOneTypo,
  withoutSpaces,
} from './texts.ts';
import { buildTypoIndex, eachCandidate, type TypoIndex } from './typo-index.ts';
import {
  buildWordIndex,
  eachMatch,
  prefixRange,
  queryWords,
  sortTexts,
  type WordIndex,
  type WordMatch,
} from './word-index.ts';

/**
 * Titles and their words, sorted and grouped so that a query reads only a small part. Contains only arrays, for
 * transfer to a worker.
 */
export interface SearchIndex {
  /**
   * Each name in normal form (`normalize`): first the titles in their order, then their names in other languages, then
   * from `digitsFrom` on the names of both kinds that have numbers, with these in digits (`withDigits`).
   */
  readonly full: Texts;
  readonly digitsFrom: number;
  /** Index of the title for each entry of `full`. */
  readonly titleOf: Int32Array;
  /** Length of the article at the start of each name and the space after the article, or 0. */
  readonly article: Uint8Array;
  /** The number of letters of each name without its article. */
  readonly letters: Uint16Array;
  /**
   * All spellings without spaces in alphabetical order: `n` for name n without its article, `~n` for the same name with
   * its article, if it has one.
   */
  readonly spellings: Int32Array;
  readonly typos: TypoIndex;
  readonly words: WordIndex;
}

const ARTICLES = new Set([
  'the',
  'a',
  'an',
  'le',
  'la',
  'les',
  'el',
  'los',
  'las',
  'il',
  'der',
  'die',
  'das',
]);
/** Returns the length of the leading article with its space, or 0. */
function articleLength(full: string): number {
  const space = full.indexOf(' ');
  return space > 0 && ARTICLES.has(full.slice(0, space)) ? space + 1 : 0;
}

const isNearlyArticle = (word: string): boolean =>
  word.length > 1 && [...ARTICLES].some((article) => article.length > 2 && withinOneTypo(article, word));

const join = (full: string): string => full.slice(articleLength(full)).replaceAll(' ', '');

/** Adds the names in other languages that are not spelt like the title or like another name of it. */
function withNames(
  titles: readonly string[],
  names: readonly LocalNames[],
): { full: string[]; titleOf: number[]; digitsFrom: number } {
  const full = titles.map(normalize);
  const titleOf = [...full.keys()];
  const others = new Map<number, string[]>();
  for (const { items, texts } of names) {
    unpackTexts(texts).forEach((text, at) => {
      const title = items[at] ?? 0;
      const name = normalize(text);
      const known = others.get(title);
      if (name === '' || name === full[title] || known?.includes(name)) return;
      if (known) known.push(name);
      else others.set(title, [name]);
      full.push(name);
      titleOf.push(title);
    });
  }
  const digitsFrom = full.length;
  for (let name = 0; name < digitsFrom; name++) {
    const digits = withDigits(full[name] ?? '');
    if (digits === full[name]) continue;
    full.push(digits);
    titleOf.push(titleOf[name] ?? 0);
  }
  return { full, titleOf, digitsFrom };
}

export function buildSearchIndex(titles: readonly string[], names: readonly LocalNames[] = []): SearchIndex {
  const { full, titleOf, digitsFrom } = withNames(titles, names);
  const joined = full.map(join);
  const spelt = [...joined];
  const nameOf = [...full.keys()];
  full.forEach((text, name) => {
    if (articleLength(text) === 0) return;
    spelt.push(text.replaceAll(' ', ''));
    nameOf.push(~name);
  });
  const order = sortTexts(spelt);
  return {
    full: packTexts(full),
    digitsFrom,
    titleOf: Int32Array.from(titleOf),
    article: Uint8Array.from(full, articleLength),
    letters: Uint16Array.from(joined, ({ length }) => length),
    spellings: order.map((at) => nameOf[at] ?? 0),
    typos: buildTypoIndex(Array.from(order, (at) => spelt[at] ?? '')),
    words: buildWordIndex(full),
  };
}

/** Returns a spelling, as a list of one text. */
function spellingAt({ full, article, spellings }: SearchIndex, place: number): Texts {
  const spelling = spellings[place] ?? 0;
  return spelling < 0
    ? withoutSpaces(full, ~spelling, 0)
    : withoutSpaces(full, spelling, article[spelling] ?? 0);
}

/** Returns the range of the spellings that begin with `prefix`. */
const spellingsWith = (index: SearchIndex, prefix: Uint16Array): { from: number; to: number } =>
  prefixRange(index.spellings.length, (place) => comparePrefix(spellingAt(index, place), 0, prefix));

/** Calls `found` with the titles that have exactly this name, but for spaces and an article. Reads no other titles. */
export function eachTitleNamed(index: SearchIndex, name: string, found: (title: number) => void): void {
  const letters = toUnits(join(normalize(name)));
  if (letters.length === 0) return;
  const { spellings, titleOf } = index;
  const { from, to } = spellingsWith(index, letters);
  // Of the spellings that begin with the letters, those that end with them come first.
  for (let place = from; place < to && lengthAt(spellingAt(index, place), 0) === letters.length; place++) {
    const spelling = spellings[place] ?? 0;
    found(titleOf[spelling < 0 ? ~spelling : spelling] ?? 0);
  }
}

const WHOLE_TITLE_TYPO_MIN_LENGTH = 5;

// Scores by kind of match. Popularity adds at most `FAME`, so it reverses the order only of kinds with close
// scores.
const EXACT = 52;
const EXACT_JOINED = 50;
/** Score when the whole title, including its article, begins with the whole query. */
const PREFIX_WITH_ARTICLE = 48;
const PREFIX = 38;
const PREFIX_JOINED = 36;
const TITLE_TYPO = 34;
const ALL_WORDS = 24;
const ALL_WORDS_TYPO = 12;
/** Whether the score of a title means that a name of it has all words, as typed or begun. */
export const isNameMatch = (score: number): boolean => score >= ALL_WORDS;
const FAME = 9;
/** A title comes before another title that has an equal name in another language only. */
const OTHER_LANGUAGE = 1;
/** What was forgiven, such as a year behind the name, comes after a name as typed. */
const FORGIVEN = 10;
/** A year behind a name is often that of another country's release. */
const YEAR_BESIDE = 3;
/** The score of a title that was found, however much it lost. 0 stands for titles that were not found. */
const LOWEST = 1e-6;
const WORD: Record<WordMatch, number> = { exact: 2, prefix: 1.5, typo: 1 };

/** Returns the names that contain every word. The score of a name is the sum over the words. */
function scoreWords(index: SearchIndex, words: readonly string[], typo: boolean): Scores {
  const last = words.at(-1);
  let sums: Scores | null = null;
  // The longest word first, because fewest names have it, and the other words are looked up among these.
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    const among: Scores | null = sums;
    const scores: Scores = new Map();
    eachMatch(index.words, word, { prefix: word === last, typo }, (names, match) => {
      for (const name of names) if (among?.has(name) ?? true) raise(scores, name, WORD[match]);
    });
    sums = among === null ? scores : common(among, scores, (sum, score) => sum + score);
    if (sums.size === 0) break;
  }
  return sums ?? new Map();
}

/** The titles that a search found, by index, and the score of each. A better match has a higher score. */
export interface Found {
  readonly items: Int32Array;
  readonly scores: Float32Array;
}

/** Where a typo is accepted. A query whose words are all known has none in a word, where it would be another word. */
export type Typos = 'words' | 'name' | 'none';

type Columns = Pick<SnapshotData, 'size' | 'popularity' | 'year' | 'imdb'>;

/**
 * Finds titles for a query, ignoring accents, case, punctuation, spaces, articles and one typo per word. Forgives a year
 * behind the name, numbers in other writing, a link and an IMDb id (`formsOf`). Popularity decides between matches with
 * equal or close scores.
 * @param typos where one is accepted: in each word, in the name as a whole, or nowhere.
 */
export function searchTitles(
  columns: Columns,
  index: SearchIndex,
  text: string,
  typos: Typos = 'words',
): Found {
  const best: Scores = new Map();
  const imdbNumber = imdbNumberOf(text);
  if (imdbNumber !== null) {
    const title = columns.imdb.indexOf(imdbNumber);
    if (title >= 0) raise(best, title, EXACT);
  } else {
    formsOf(text).forEach((form, at) => {
      scoreForm(columns, index, form, { isForgiven: at > 0, typos }, best);
    });
    // In "teh matr", "teh" is an article with a typo, and no title has this word. Search again without the
    // first word.
    const [first = '', ...rest] = normalize(text).split(' ');
    if (rest.length > 0 && isNearlyArticle(first) && best.size === 0)
      scoreForm(columns, index, { name: rest.join(' '), year: null }, { isForgiven: false, typos }, best);
  }
  const found = [...best].sort(([a], [b]) => a - b);
  return {
    items: Int32Array.from(found, ([item]) => item),
    scores: Float32Array.from(found, ([, score]) => score),
  };
}

/** Raises `best` by the titles that match one way to read the query. */
function scoreForm(
  columns: Columns,
  index: SearchIndex,
  form: QueryForm,
  { isForgiven, typos }: { isForgiven: boolean; typos: Typos },
  best: Scores,
): void {
  const { size, popularity, year } = columns;
  const query = form.name;
  const joined = join(query);
  if (joined === '') return;
  const { full, article, titleOf, digitsFrom, letters: lengths, spellings } = index;
  const give = (name: number, score: number): void => {
    const title = titleOf[name] ?? 0;
    const apart = form.year === null ? 0 : Math.abs((year[title] ?? 0) - form.year);
    if (apart > 1) return;
    const lost =
      (isForgiven || name >= digitsFrom ? FORGIVEN : 0) +
      (name < size ? 0 : OTHER_LANGUAGE) +
      apart * YEAR_BESIDE;
    raise(best, title, Math.max(LOWEST, score + FAME * (popularity[title] ?? 0) - lost));
  };

  const letters = toUnits(joined);
  const units = toUnits(query);
  const bare = units.subarray(articleLength(query));
  const begins = (name: number, prefix: Uint16Array, skip: number): boolean =>
    comparePrefix(full, name, prefix, skip) === 0;
  const isQuery = (name: number): boolean => lengthAt(full, name) === units.length && begins(name, units, 0);
  const starting = spellingsWith(index, letters);
  for (let place = starting.from; place < starting.to; place++) {
    const spelling = spellings[place] ?? 0;
    const name = spelling < 0 ? ~spelling : spelling;
    const skip = article[name] ?? 0;
    const length = (lengths[name] ?? 0) + (spelling < 0 ? skip - 1 : 0);
    if (length === letters.length) give(name, isQuery(name) ? EXACT : EXACT_JOINED);
    else give(name, (begins(name, bare, skip) ? PREFIX : PREFIX_JOINED) + letters.length / length);
  }
  // The query "la st" must find La Strada, although "la" may be an article.
  if (bare.length < units.length) {
    const { from, to } = spellingsWith(index, toUnits(query.replaceAll(' ', '')));
    for (let place = from; place < to; place++) {
      const name = ~(spellings[place] ?? 0);
      if (name >= 0 && begins(name, units, 0)) give(name, isQuery(name) ? EXACT : PREFIX_WITH_ARTICLE);
    }
  }
  if (typos !== 'none' && joined.length >= WHOLE_TITLE_TYPO_MIN_LENGTH) {
    const asked = joined.replace(/\D+/g, '');
    eachCandidate(index.typos, joined, (place) => {
      const text = spellingAt(index, place);
      if (!isWithinOneTypo(text, 0, letters)) return;
      // Another number is no typo but another part of a series.
      const numbers = textAt(text, 0).replace(/\D+/g, '');
      if (numbers !== asked && numbers !== '' && asked !== '') return;
      const spelling = spellings[place] ?? 0;
      give(spelling < 0 ? ~spelling : spelling, TITLE_TYPO);
    });
  }

  // Articles in a query are ignored, except as the last word, which may be the start of another word.
  const words = searchWords(
    query
      .split(' ')
      .filter((word, at, all) => at === all.length - 1 || !ARTICLES.has(word))
      .flatMap(queryWords),
  );
  for (const [name, sum] of scoreWords(index, words, typos === 'words')) {
    const share = Math.min(1, letters.length / Math.max(1, lengths[name] ?? 0));
    const base = sum >= words.length * WORD.prefix ? ALL_WORDS : ALL_WORDS_TYPO;
    give(name, base + (3 * sum) / (WORD.exact * words.length) + 2 * share);
  }
}
