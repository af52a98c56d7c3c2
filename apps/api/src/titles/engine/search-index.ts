import { type Bits, createBits, setBit } from './bits.ts';
import { normalize } from './normalize.ts';
import { createScores, forget, keepCommon, raise, type Scores } from './scores.ts';
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
  withinOneTypo,
} from './texts.ts';
import {
  buildWordIndex,
  compareUnits,
  differLittle,
  eachMatch,
  eachWithPrefix,
  groupByLength,
  lettersOf,
  queryWords,
  type WordIndex,
  type WordMatch,
} from './word-index.ts';

/**
 * Titles and their words, sorted and grouped so that a query reads only a small part. Contains only arrays, for
 * transfer to a worker.
 */
export interface SearchIndex {
  /** Each name in normal form (`normalize`): first the titles in their order, then their names in other languages. */
  readonly full: Texts;
  /** Index of the title for each entry of `full`. */
  readonly titleOf: Int32Array;
  /** Length of the article at the start of each name and the space after the article, or 0. */
  readonly article: Uint8Array;
  /**
   * Each name without spaces and without its leading article. Names with an article are listed a second time at the
   * end, with the article.
   */
  readonly joined: Texts;
  /** Index of the name for each entry of `joined`. */
  readonly joinedName: Int32Array;
  /** Indexes of `joined` in alphabetical order. */
  readonly byJoined: Int32Array;
  /** Indexes of `joined` by length: length n is at `lengthOffsets[n] … lengthOffsets[n + 1] - 1`. */
  readonly byLength: Int32Array;
  readonly lengthOffsets: Int32Array;
  /** The letters of each entry of `byLength`, see `lettersOf`. */
  readonly letters: Int32Array;
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
): { full: string[]; titleOf: number[] } {
  const full = titles.map(normalize);
  const titleOf = [...full.keys()];
  const known = new Set<string>();
  for (const { items, texts } of names) {
    items.forEach((title, at) => {
      const name = normalize(textAt(texts, at));
      const key = `${title} ${name}`;
      if (name === '' || name === full[title] || known.has(key)) return;
      known.add(key);
      full.push(name);
      titleOf.push(title);
    });
  }
  return { full, titleOf };
}

export function buildSearchIndex(titles: readonly string[], names: readonly LocalNames[] = []): SearchIndex {
  const { full, titleOf } = withNames(titles, names);
  const withArticle = Array.from(full.keys()).filter((name) => articleLength(full[name] ?? '') > 0);
  const joined = full.map(join);
  for (const name of withArticle) joined.push(full[name]?.replaceAll(' ', '') ?? '');
  const lengths = groupByLength(joined);
  return {
    full: packTexts(full),
    titleOf: Int32Array.from(titleOf),
    article: Uint8Array.from(full, articleLength),
    joined: packTexts(joined),
    joinedName: Int32Array.from([...full.keys(), ...withArticle]),
    byJoined: Int32Array.from(joined.keys()).sort((a, b) => compareUnits(joined[a], joined[b]) || a - b),
    byLength: lengths.order,
    lengthOffsets: lengths.offsets,
    letters: lengths.order.map((place) => lettersOf(joined[place] ?? '')),
    words: buildWordIndex(full),
  };
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
const FAME = 9;
/** A title comes before another title that has an equal name in another language only. */
const OTHER_LANGUAGE = 1;
const WORD: Record<WordMatch, number> = { exact: 2, prefix: 1.5, typo: 1 };

/**
 * Buffers that all queries share for the scores of words. Sharing is safe, because a query runs
 * synchronously.
 */
let sums = createScores(0);
let held = createScores(0);

/** Scores the names that contain one word of the query. */
function scoreWord(index: SearchIndex, word: string, isLast: boolean, out: Scores): void {
  eachMatch(index.words, word, { prefix: isLast, typo: true }, (name, match) =>
    raise(out, name, WORD[match]),
  );
}

/** Fills `sums` with the names that contain every word. The score of a name is the sum over the words. */
function scoreWords(index: SearchIndex, words: readonly string[]): void {
  for (const [nth, word] of words.entries()) {
    const isLast = nth === words.length - 1;
    scoreWord(index, word, isLast, nth === 0 ? sums : held);
    if (nth === 0) continue;
    keepCommon(sums, held, (sum, score) => sum + score);
    forget(held);
  }
}

/** The result of a search. Only titles in `found` have a score, and a better match has a higher score. */
export interface Found {
  readonly scores: Float32Array;
  readonly found: Bits;
}

/**
 * Finds titles for a query, ignoring accents, case, punctuation, spaces, articles and one typo per word.
 * Popularity decides between matches with equal or close scores.
 */
export function searchTitles(
  { size, popularity }: Pick<SnapshotData, 'size' | 'popularity'>,
  index: SearchIndex,
  text: string,
): Found {
  const scores = new Float32Array(size);
  const found = createBits(size);
  const query = normalize(text);
  const joined = join(query);
  if (joined === '') return { scores, found };
  const { full, article, titleOf } = index;
  const give = (name: number, score: number): void => {
    const title = titleOf[name] ?? 0;
    const total = score + FAME * (popularity[title] ?? 0) - (name < size ? 0 : OTHER_LANGUAGE);
    if (total > (scores[title] ?? 0)) scores[title] = total;
    setBit(found, title);
  };

  const letters = toUnits(joined);
  const units = toUnits(query);
  const bare = units.subarray(articleLength(query));
  const begins = (name: number, prefix: Uint16Array, skip: number): boolean =>
    comparePrefix(full, name, prefix, skip) === 0;
  eachWithPrefix(index.byJoined, index.joined, letters, (place) => {
    const name = index.joinedName[place] ?? 0;
    const share = letters.length / Math.max(1, lengthAt(index.joined, place));
    if (lengthAt(full, name) === units.length && begins(name, units, 0)) give(name, EXACT);
    else if (share === 1) give(name, EXACT_JOINED);
    else give(name, (begins(name, bare, article[name] ?? 0) ? PREFIX : PREFIX_JOINED) + share);
  });
  // The query "la st" must find La Strada, although "la" may be an article. Names with an article are at the end.
  if (bare.length < units.length) {
    for (let at = titleOf.length; at < index.joinedName.length; at++) {
      const name = index.joinedName[at] ?? 0;
      if (begins(name, units, 0))
        give(name, lengthAt(full, name) === units.length ? EXACT : PREFIX_WITH_ARTICLE);
    }
  }
  if (joined.length >= WHOLE_TITLE_TYPO_MIN_LENGTH) {
    const end = index.byLength.length;
    const to = index.lengthOffsets[joined.length + 2] ?? end;
    const given = lettersOf(joined);
    for (let at = index.lengthOffsets[joined.length - 1] ?? end; at < to; at++) {
      if (!differLittle(index.letters[at] ?? 0, given)) continue;
      const place = index.byLength[at] ?? 0;
      if (isWithinOneTypo(index.joined, place, letters)) give(index.joinedName[place] ?? 0, TITLE_TYPO);
    }
  }

  const { length } = titleOf;
  if (sums.of.length !== length) [sums, held] = [createScores(length), createScores(length)];
  // Articles in a query are ignored, except as the last word, which may be the start of another word.
  const words = searchWords(
    query
      .split(' ')
      .filter((word, at, all) => at === all.length - 1 || !ARTICLES.has(word))
      .flatMap(queryWords),
  );
  scoreWords(index, words);
  for (let at = 0; at < sums.count; at++) {
    const name = sums.items[at] ?? 0;
    const sum = sums.of[name] ?? 0;
    const share = Math.min(1, letters.length / Math.max(1, lengthAt(index.joined, name)));
    const base = sum >= words.length * WORD.prefix ? ALL_WORDS : ALL_WORDS_TYPO;
    give(name, base + (3 * sum) / (WORD.exact * words.length) + 2 * share);
  }
  forget(sums);
  // In "teh matr", "teh" is an article with a typo, and no title has this word. Search again without the
  // first word.
  const [first = '', ...rest] = query.split(' ');
  if (rest.length > 0 && isNearlyArticle(first) && found.every((word) => word === 0)) {
    return searchTitles({ size, popularity }, index, rest.join(' '));
  }
  return { scores, found };
}
