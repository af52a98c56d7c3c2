import { topK } from '@marquee/recommender';
import type { SnapshotData } from './snapshot-data.ts';

/** Titles and their words, sorted and grouped so that a query touches few of them; plain values and arrays only. */
export interface SearchIndex {
  /** Each title as `normalise` leaves it. */
  readonly full: string[];
  /** The same without the article in front and without spaces. */
  readonly joined: string[];
  /** Indexes of titles in the order of `joined`. */
  readonly byJoined: Int32Array;
  /** Indexes of titles by the length of `joined`: those of length n are `lengthOffsets[n] … lengthOffsets[n + 1]`. */
  readonly byLength: Int32Array;
  readonly lengthOffsets: Int32Array;
  /** All words, shorter first, then by letter. */
  readonly words: string[];
  readonly wordLengthOffsets: Int32Array;
  /** Ids of words in the order of their letters. */
  readonly byLetters: Int32Array;
  readonly postingOffsets: Int32Array;
  /** Titles that hold each word. */
  readonly postings: Int32Array;
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
const SPECIAL: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  '½': ' 1 2',
  '&': ' and ',
  '’': '',
  "'": '',
};
const SPECIAL_LETTER = new RegExp(`[${Object.keys(SPECIAL).join('')}]`, 'g');

/** Lower case, no accents, no punctuation, single spaces: what two spellings of one title share. */
export function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(SPECIAL_LETTER, (letter) => SPECIAL[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function withoutArticle(full: string): string {
  const space = full.indexOf(' ');
  return space > 0 && ARTICLES.has(full.slice(0, space)) ? full.slice(space + 1) : full;
}

const join = (full: string): string => withoutArticle(full).replaceAll(' ', '');

/** Positions of `items` sorted by length, and where each length begins. */
function groupByLength(items: readonly string[]): { order: Int32Array; offsets: Int32Array } {
  const longest = items.reduce((max, item) => Math.max(max, item.length), 0);
  const offsets = new Int32Array(longest + 2);
  for (const item of items) offsets[item.length + 1] = (offsets[item.length + 1] ?? 0) + 1;
  for (let length = 1; length < offsets.length; length++)
    offsets[length] = (offsets[length] ?? 0) + (offsets[length - 1] ?? 0);
  const next = offsets.slice();
  const order = new Int32Array(items.length);
  items.forEach((item, at) => {
    const place = next[item.length] ?? 0;
    order[place] = at;
    next[item.length] = place + 1;
  });
  return { order, offsets };
}

const byText = (a: string | undefined, b: string | undefined): number =>
  (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0;

export function buildSearchIndex(titles: readonly string[]): SearchIndex {
  const full = titles.map(normalise);
  const joined = full.map(join);
  const titlesOf = new Map<string, number[]>();
  full.forEach((title, index) => {
    for (const word of new Set(title.split(' '))) {
      const known = titlesOf.get(word);
      if (known) known.push(index);
      else titlesOf.set(word, [index]);
    }
  });
  titlesOf.delete('');
  const words = [...titlesOf.keys()].sort((a, b) => a.length - b.length || byText(a, b));
  const postingOffsets = new Int32Array(words.length + 1);
  words.forEach((word, id) => {
    postingOffsets[id + 1] = (postingOffsets[id] ?? 0) + (titlesOf.get(word)?.length ?? 0);
  });
  const lengths = groupByLength(joined);
  return {
    full,
    joined,
    byJoined: Int32Array.from(joined.keys()).sort((a, b) => byText(joined[a], joined[b]) || a - b),
    byLength: lengths.order,
    lengthOffsets: lengths.offsets,
    words,
    wordLengthOffsets: groupByLength(words).offsets,
    byLetters: Int32Array.from(words.keys()).sort((a, b) => byText(words[a], words[b])),
    postingOffsets,
    postings: Int32Array.from(words.flatMap((word) => titlesOf.get(word) ?? [])),
  };
}

/** Whether one letter added, left out, changed or swapped with its neighbour turns `a` into `b` (or nothing does). */
export function withinOneTypo(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let from = 0;
  while (from < short.length && short.charCodeAt(from) === long.charCodeAt(from)) from++;
  let back = 0;
  while (
    back < short.length - from &&
    short.charCodeAt(short.length - 1 - back) === long.charCodeAt(long.length - 1 - back)
  ) {
    back++;
  }
  const differing = long.length - from - back;
  if (differing <= 1) return true;
  return (
    short.length === long.length &&
    differing === 2 &&
    short[from] === long[from + 1] &&
    short[from + 1] === long[from]
  );
}

/** Calls `found` with the items of `sorted` whose text begins with `prefix`. */
function eachWithPrefix(
  sorted: Int32Array,
  texts: readonly string[],
  prefix: string,
  found: (item: number) => void,
): void {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((texts[sorted[middle] ?? 0] ?? '') < prefix) low = middle + 1;
    else high = middle;
  }
  for (; low < sorted.length; low++) {
    const item = sorted[low] ?? 0;
    if (!texts[item]?.startsWith(prefix)) return;
    found(item);
  }
}

/** Shorter words have too many neighbours for a typo in them to mean anything. */
const TYPO_MIN_LENGTH = 4;
const WHOLE_TITLE_TYPO_MIN_LENGTH = 5;

// How a title was found; each step outweighs fame, so a famous lookalike never beats the title that was typed.
const EXACT = 52;
const EXACT_JOINED = 50;
/** Begins with the query, article and all. */
const PREFIX_WITH_ARTICLE = 48;
const PREFIX = 38;
const PREFIX_JOINED = 36;
const TITLE_TYPO = 34;
const ALL_WORDS = 24;
const ALL_WORDS_TYPO = 12;
const FAME = 9;
const WORD = { exact: 2, prefix: 1.5, typo: 1 };

/** How well titles hold one word of the query, for the titles that do. */
function scoreWord(index: SearchIndex, word: string, isLast: boolean): Map<number, number> {
  const scores = new Map<number, number>();
  const hold = (id: number, score: number): void => {
    for (let at = index.postingOffsets[id] ?? 0; at < (index.postingOffsets[id + 1] ?? 0); at++) {
      const title = index.postings[at] ?? 0;
      if (score > (scores.get(title) ?? 0)) scores.set(title, score);
    }
  };
  eachWithPrefix(index.byLetters, index.words, word, (id) => {
    if (index.words[id] === word) hold(id, WORD.exact);
    else if (isLast) hold(id, WORD.prefix);
  });
  if (word.length < TYPO_MIN_LENGTH) return scores;
  const from = index.wordLengthOffsets[word.length - 1] ?? index.words.length;
  const to = index.wordLengthOffsets[word.length + 2] ?? index.words.length;
  for (let id = from; id < to; id++) if (withinOneTypo(index.words[id] ?? '', word)) hold(id, WORD.typo);
  return scores;
}

/** Titles that hold every word, with the sum of how well. */
function scoreWords(index: SearchIndex, words: readonly string[]): Map<number, number> {
  return words.reduce((sums, word, at) => {
    const scores = scoreWord(index, word, at === words.length - 1);
    if (at === 0) return scores;
    for (const [title, sum] of sums) {
      const score = scores.get(title);
      if (score === undefined) sums.delete(title);
      else sums.set(title, sum + score);
    }
    return sums;
  }, new Map<number, number>());
}

/**
 * Titles for a query, best first: the exact title, then those it begins, then those with all its words, each
 * forgiving accents, case, punctuation, spaces, a missing or extra article and one typo a word; fame breaks ties.
 * @returns catalogue indexes, at most `limit`; titles no source lists any more are left out.
 */
export function searchTitles(
  data: Pick<SnapshotData, 'size' | 'popularity' | 'listed'>,
  index: SearchIndex,
  text: string,
  limit: number,
): Int32Array {
  const query = normalise(text);
  const joined = join(query);
  if (joined === '') return new Int32Array(0);
  const scores = new Float32Array(data.size).fill(Number.NEGATIVE_INFINITY);
  const give = (title: number, score: number): void => {
    const total = score + FAME * (data.popularity[title] ?? 0);
    if (total > (scores[title] ?? 0)) scores[title] = total;
  };

  eachWithPrefix(index.byJoined, index.joined, joined, (title) => {
    const full = index.full[title] ?? '';
    const share = joined.length / Math.max(1, index.joined[title]?.length ?? 0);
    if (full === query) give(title, EXACT);
    else if (share === 1) give(title, EXACT_JOINED);
    else
      give(title, (withoutArticle(full).startsWith(withoutArticle(query)) ? PREFIX : PREFIX_JOINED) + share);
  });
  // "la st" begins La Strada although "la" may be an article.
  if (query !== withoutArticle(query)) {
    index.full.forEach((full, title) => {
      if (full.startsWith(query)) give(title, full === query ? EXACT : PREFIX_WITH_ARTICLE);
    });
  }
  if (joined.length >= WHOLE_TITLE_TYPO_MIN_LENGTH) {
    const to = index.lengthOffsets[joined.length + 2] ?? index.byLength.length;
    for (let at = index.lengthOffsets[joined.length - 1] ?? to; at < to; at++) {
      const title = index.byLength[at] ?? 0;
      if (withinOneTypo(index.joined[title] ?? '', joined)) give(title, TITLE_TYPO);
    }
  }

  // Articles inside a query say nothing, but one that is all of it may be a title's first letters.
  const words = query.split(' ').filter((word, at, all) => at === all.length - 1 || !ARTICLES.has(word));
  for (const [title, sum] of scoreWords(index, words)) {
    const share = Math.min(1, joined.length / Math.max(1, index.joined[title]?.length ?? 0));
    const base = sum >= words.length * WORD.prefix ? ALL_WORDS : ALL_WORDS_TYPO;
    give(title, base + (3 * sum) / (WORD.exact * words.length) + 2 * share);
  }
  return topK(scores, limit, data.listed);
}
