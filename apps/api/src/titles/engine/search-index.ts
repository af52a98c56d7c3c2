import { type Bits, createBits, setBit } from './bits.ts';
import { normalize } from './normalize.ts';
import { createScores, forget, keepCommon, raise, type Scores } from './scores.ts';
import type { SnapshotData } from './snapshot-data.ts';
import {
  comparePrefix,
  isWithinOneTypo,
  lengthAt,
  packTexts,
  searchWords,
  type Texts,
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
  type WordIndex,
  type WordMatch,
} from './word-index.ts';

/**
 * Titles and their words, sorted and grouped so that a query reads only a small part. Contains only arrays, for
 * transfer to a worker.
 */
export interface SearchIndex {
  /** Each title in normal form (`normalize`). */
  readonly full: Texts;
  /** Length of the article at the start of each title and the space after the article, or 0. */
  readonly article: Uint8Array;
  /**
   * Each title without spaces and without its leading article. Titles with an article are listed a second time at the
   * end, with the article.
   */
  readonly joined: Texts;
  /** Index of the title for each entry of `joined`. */
  readonly joinedTitle: Int32Array;
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

export function buildSearchIndex(titles: readonly string[]): SearchIndex {
  const full = titles.map(normalize);
  const withArticle = Array.from(full.keys()).filter((title) => articleLength(full[title] ?? '') > 0);
  const joined = [...full.map(join), ...withArticle.map((title) => full[title]?.replaceAll(' ', '') ?? '')];
  const lengths = groupByLength(joined);
  return {
    full: packTexts(full),
    article: Uint8Array.from(full, articleLength),
    joined: packTexts(joined),
    joinedTitle: Int32Array.from([...full.keys(), ...withArticle]),
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
const WORD: Record<WordMatch, number> = { exact: 2, prefix: 1.5, typo: 1 };

/**
 * Buffers that all queries share for the scores of words. Sharing is safe, because a query runs
 * synchronously.
 */
let sums = createScores(0);
let held = createScores(0);

/** Scores the titles that contain one word of the query. */
function scoreWord(index: SearchIndex, word: string, isLast: boolean, out: Scores): void {
  eachMatch(index.words, word, { prefix: isLast, typo: true }, (title, match) =>
    raise(out, title, WORD[match]),
  );
}

/** Fills `sums` with the titles that contain every word. The score of a title is the sum over the words. */
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
  const give = (title: number, score: number): void => {
    const total = score + FAME * (popularity[title] ?? 0);
    if (total > (scores[title] ?? 0)) scores[title] = total;
    setBit(found, title);
  };

  const { full, article } = index;
  const letters = toUnits(joined);
  const units = toUnits(query);
  const bare = units.subarray(articleLength(query));
  const begins = (title: number, prefix: Uint16Array, skip: number): boolean =>
    comparePrefix(full, title, prefix, skip) === 0;
  eachWithPrefix(index.byJoined, index.joined, letters, (place) => {
    const title = index.joinedTitle[place] ?? 0;
    const share = letters.length / Math.max(1, lengthAt(index.joined, place));
    if (lengthAt(full, title) === units.length && begins(title, units, 0)) give(title, EXACT);
    else if (share === 1) give(title, EXACT_JOINED);
    else give(title, (begins(title, bare, article[title] ?? 0) ? PREFIX : PREFIX_JOINED) + share);
  });
  // The query "la st" must find La Strada, although "la" may be an article.
  if (bare.length < units.length) {
    for (let title = 0; title < size; title++) {
      if (begins(title, units, 0))
        give(title, lengthAt(full, title) === units.length ? EXACT : PREFIX_WITH_ARTICLE);
    }
  }
  if (joined.length >= WHOLE_TITLE_TYPO_MIN_LENGTH) {
    const end = index.byLength.length;
    const to = index.lengthOffsets[joined.length + 2] ?? end;
    const given = lettersOf(joined);
    for (let at = index.lengthOffsets[joined.length - 1] ?? end; at < to; at++) {
      if (!differLittle(index.letters[at] ?? 0, given)) continue;
      const place = index.byLength[at] ?? 0;
      if (isWithinOneTypo(index.joined, place, letters)) give(index.joinedTitle[place] ?? 0, TITLE_TYPO);
    }
  }

  if (sums.of.length !== size) [sums, held] = [createScores(size), createScores(size)];
  // Articles in a query are ignored, except as the last word, which may be the start of another word.
  const words = searchWords(
    query.split(' ').filter((word, at, all) => at === all.length - 1 || !ARTICLES.has(word)),
  );
  scoreWords(index, words);
  for (let at = 0; at < sums.count; at++) {
    const title = sums.items[at] ?? 0;
    const sum = sums.of[title] ?? 0;
    const share = Math.min(1, letters.length / Math.max(1, lengthAt(index.joined, title)));
    const base = sum >= words.length * WORD.prefix ? ALL_WORDS : ALL_WORDS_TYPO;
    give(title, base + (3 * sum) / (WORD.exact * words.length) + 2 * share);
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
