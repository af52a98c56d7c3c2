import { topK } from '@marquee/recommender';
import type { SnapshotData } from './snapshot-data.ts';

/** Words of all titles with the titles that hold them; plain arrays, so that a worker can build and hand it over. */
export interface SearchIndex {
  /** Each title as `normalise` leaves it, and without spaces; articles in front are left out. */
  readonly plain: string[];
  readonly joined: string[];
  readonly words: string[];
  readonly wordOffsets: Int32Array;
  readonly wordTitles: Int32Array;
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
  '&': ' and ',
  '’': '',
  "'": '',
};

/** Lower case, no accents, no punctuation, single spaces: what two spellings of one title share. */
export function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/[ßæœøđł&’']/g, (letter) => SPECIAL[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function withoutArticle(plain: string): string {
  const space = plain.indexOf(' ');
  return space > 0 && ARTICLES.has(plain.slice(0, space)) ? plain.slice(space + 1) : plain;
}

export function buildSearchIndex(titles: readonly string[]): SearchIndex {
  const plain = titles.map((title) => withoutArticle(normalise(title)));
  const postings = new Map<string, number[]>();
  titles.forEach((title, index) => {
    for (const word of new Set(normalise(title).split(' '))) {
      if (word === '') continue;
      const known = postings.get(word);
      if (known) known.push(index);
      else postings.set(word, [index]);
    }
  });
  const words = [...postings.keys()].sort();
  const wordOffsets = new Int32Array(words.length + 1);
  words.forEach((word, at) => {
    wordOffsets[at + 1] = (wordOffsets[at] ?? 0) + (postings.get(word)?.length ?? 0);
  });
  return {
    plain,
    joined: plain.map((title) => title.replaceAll(' ', '')),
    words,
    wordOffsets,
    wordTitles: Int32Array.from(words.flatMap((word) => postings.get(word) ?? [])),
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
  )
    back++;
  const differing = long.length - from - back;
  if (differing <= 1) return true;
  return (
    short.length === long.length &&
    differing === 2 &&
    short[from] === long[from + 1] &&
    short[from + 1] === long[from]
  );
}

/** Shorter words have too many neighbours for a typo in them to mean anything. */
const TYPO_MIN_LENGTH = 4;
const WHOLE_TITLE_TYPO_MIN_LENGTH = 5;

// How a title was found; each step outweighs fame, so a famous lookalike never beats the title that was typed.
const EXACT = 50;
const EXACT_JOINED = 46;
const TITLE_TYPO = 34;
const PREFIX = 38;
const PREFIX_JOINED = 36;
const ALL_WORDS = 24;
const ALL_WORDS_TYPO = 12;
const FAME = 9;

/** How well each title holds one word of the query: 2 to the letter, 1.5 as a beginning, 1 with a typo, 0 not. */
function scoreWord(index: SearchIndex, word: string, isLast: boolean, out: Float32Array): void {
  out.fill(0);
  index.words.forEach((known, at) => {
    let score = 0;
    if (known === word) score = 2;
    else if (isLast && known.startsWith(word)) score = 1.5;
    else if (
      word.length >= TYPO_MIN_LENGTH &&
      Math.abs(known.length - word.length) <= 1 &&
      withinOneTypo(known, word)
    )
      score = 1;
    if (score === 0) return;
    for (let posting = index.wordOffsets[at] ?? 0; posting < (index.wordOffsets[at + 1] ?? 0); posting++) {
      const title = index.wordTitles[posting] ?? 0;
      if (score > (out[title] ?? 0)) out[title] = score;
    }
  });
}

function scoreWhole(plain: string, joined: string, query: string, queryJoined: string): number {
  if (plain === query) return EXACT;
  if (joined === queryJoined) return EXACT_JOINED;
  if (plain.startsWith(query)) return PREFIX + query.length / plain.length;
  if (joined.startsWith(queryJoined)) return PREFIX_JOINED + queryJoined.length / joined.length;
  if (
    queryJoined.length >= WHOLE_TITLE_TYPO_MIN_LENGTH &&
    Math.abs(joined.length - queryJoined.length) <= 1 &&
    withinOneTypo(joined, queryJoined)
  )
    return TITLE_TYPO;
  return 0;
}

/**
 * Titles for a query, best first: the exact title, then those it begins, then those with all its words, each
 * forgiving accents, case, punctuation, a missing or extra article and one typo a word; fame breaks ties.
 * @returns catalogue indexes, at most `limit`.
 */
export function searchTitles(
  data: SnapshotData,
  index: SearchIndex,
  text: string,
  limit: number,
): Int32Array {
  const query = withoutArticle(normalise(text));
  if (query === '') return new Int32Array(0);
  const queryJoined = query.replaceAll(' ', '');
  const words = query
    .split(' ')
    .filter((word, at, all) => all.length === 1 || at === all.length - 1 || !ARTICLES.has(word));

  const sum = new Float32Array(data.size);
  const one = new Float32Array(data.size);
  words.forEach((word, at) => {
    scoreWord(index, word, at === words.length - 1, one);
    for (let title = 0; title < sum.length; title++) {
      const score = one[title] ?? 0;
      // A title must hold every word; once it misses one it is out.
      sum[title] = at > 0 && sum[title] === 0 ? 0 : score === 0 ? 0 : (sum[title] ?? 0) + score;
    }
  });

  const scores = new Float32Array(data.size).fill(Number.NEGATIVE_INFINITY);
  for (let title = 0; title < data.size; title++) {
    const whole = scoreWhole(index.plain[title] ?? '', index.joined[title] ?? '', query, queryJoined);
    const held = sum[title] ?? 0;
    const perfect = held >= words.length * 1.5;
    const byWords =
      held === 0
        ? 0
        : (perfect ? ALL_WORDS : ALL_WORDS_TYPO) +
          (held / (2 * words.length)) * 3 +
          lengthShare(query, index.plain[title] ?? '');
    const best = Math.max(whole, byWords);
    if (best > 0) scores[title] = best + FAME * (data.popularity[title] ?? 0);
  }
  return topK(scores, limit, data.listed);
}

/** A query that is most of a title means that title rather than a longer one. */
const lengthShare = (query: string, title: string): number =>
  2 * Math.min(1, query.length / Math.max(1, title.length));
