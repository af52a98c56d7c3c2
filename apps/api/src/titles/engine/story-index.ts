import { stemmer } from 'stemmer';
import { normalize } from './normalize.ts';
import { packTexts, type Texts, textAt } from './texts.ts';

/** What is known of the story of a title, for the full-text index. */
export interface Story {
  /** The line of story, or a synopsis; '' where there is none. */
  readonly line: string;
  /** The labels and synonyms of its themes. */
  readonly themes: readonly string[];
  /** Its genres and countries, in words. */
  readonly facts: readonly string[];
  /** The names of its roles. */
  readonly roles: readonly string[];
  /** Places of its themes in the vocabulary. */
  readonly themePlaces: readonly number[];
}

/**
 * The words of all stories by their English stem, and the themes that each word goes with. Contains only arrays, for
 * transfer to a worker.
 */
export interface StoryIndex {
  /** The stems in alphabetical order. */
  readonly words: Texts;
  /** Word i stands in the titles `items[offsets[i]] … items[offsets[i + 1] - 1]`, ascending. */
  readonly offsets: Int32Array;
  readonly items: Int32Array;
  /** How much a word says of its title: parallel to `items`. */
  readonly weights: Uint8Array;
  /** Word i goes with the themes `themes[themeOffsets[i]] …`, most likely first. */
  readonly themeOffsets: Int32Array;
  readonly themes: Uint16Array;
  /** How sure that is, 0 to 1: parallel to `themes`. */
  readonly certainties: Float32Array;
}

/**
 * Two words of a role beside each other say most of a title, as "walter white", then a word of the line, what it is about and one
 * word of a role, and then genres and countries.
 */
const WEIGHTS = { name: 6, line: 4, theme: 3, role: 3, fact: 2 } as const;
/** Words that stand in no index: they are in most English sentences. */
const STOP = new Set(
  (
    'a an and are as at be been being but by for from had has have he her his him i if in into is it its me my no nor of off ' +
    'on or our out over own she so some such than that the their them then there these they this those to too up us very ' +
    'was we were what when where which who whom whose why will with you your can could would may might must do does did not ' +
    'nobody somebody someone anybody anyone everyone everybody everything something nothing thing movie film show story ' +
    'get gets got go goes become becomes just even also only want wants about'
  ).split(' '),
);
/** A word and a theme that stand together this rarely may do so by chance. */
const TOGETHER_MIN = 4;
/** A theme is learned where it is this many times likelier beside the word than elsewhere. */
const LIFT_MIN = 4;
const THEMES_OF_WORD = 3;
/** Counts as so many titles without the theme, so that a rare word is less sure. */
const DOUBT = 3;

/** Returns the stem of a word in normal form. */
export const englishStem = (word: string): string => (/^\d/.test(word) ? word : stemmer(word));

const plainWords = (text: string): string[] =>
  normalize(text)
    .split(' ')
    .filter((word) => word !== '' && !STOP.has(word));

export const isStopWord = (word: string): boolean => STOP.has(word);

/** Returns the weight of each word of a story, the largest where a word stands in several parts. */
function weigh({ line, themes, facts, roles }: Story, stemsOf: Stems): Map<string, number> {
  const weights = new Map<string, number>();
  const raise = (word: string, weight: number): void => {
    weights.set(word, Math.max(weight, weights.get(word) ?? 0));
  };
  const add = (text: string, weight: number): void => {
    for (const word of stemsOf(text)) raise(word, weight);
  };
  add(line, WEIGHTS.line);
  for (const theme of themes) add(theme, WEIGHTS.theme);
  for (const role of roles) {
    const words = stemsOf(role);
    for (const word of words) raise(word, WEIGHTS.role);
    for (const [at, word] of words.slice(1).entries()) raise(`${words[at]} ${word}`, WEIGHTS.name);
  }
  for (const fact of facts) add(fact, WEIGHTS.fact);
  return weights;
}

interface Posting {
  readonly items: number[];
  readonly weights: number[];
  /** The titles with the word in their line. */
  readonly lines: number[];
}

/** Returns the words of a text as `storyWords` does, with stems that are computed once. */
type Stems = (text: string) => string[];

/** Builds the index, and learns from the lines which word goes with which theme. */
export function buildStoryIndex(stories: readonly Story[]): StoryIndex {
  const postings = new Map<string, Posting>();
  const known = new Map<string, string>();
  const stemOf = (word: string): string => {
    const stem = known.get(word) ?? englishStem(word);
    known.set(word, stem);
    return stem;
  };
  const stemsOf: Stems = (text) => plainWords(text).map(stemOf);
  stories.forEach((story, item) => {
    const inLine = new Set(stemsOf(story.line));
    for (const [word, weight] of weigh(story, stemsOf)) {
      let posting = postings.get(word);
      if (posting === undefined) {
        posting = { items: [], weights: [], lines: [] };
        postings.set(word, posting);
      }
      posting.items.push(item);
      posting.weights.push(weight);
      if (inLine.has(word)) posting.lines.push(item);
    }
  });
  const words = [...postings.keys()].sort();
  const rows = words.flatMap((word) => postings.get(word) ?? []);
  const learned = learnThemes(stories, rows);
  const offsetsOf = (lengths: readonly number[]): Int32Array => {
    const offsets = new Int32Array(lengths.length + 1);
    lengths.forEach((length, at) => {
      offsets[at + 1] = (offsets[at] ?? 0) + length;
    });
    return offsets;
  };
  return {
    words: packTexts(words),
    offsets: offsetsOf(rows.map(({ items }) => items.length)),
    items: Int32Array.from(rows.flatMap(({ items }) => items)),
    weights: Uint8Array.from(rows.flatMap(({ weights }) => weights)),
    themeOffsets: offsetsOf(learned.map(({ length }) => length)),
    themes: Uint16Array.from(learned.flat(), ({ theme }) => theme),
    certainties: Float32Array.from(learned.flat(), ({ certainty }) => certainty),
  };
}

/** Returns the themes that stand beside each word much more often than elsewhere, most likely first. */
function learnThemes(
  stories: readonly Story[],
  words: readonly Posting[],
): { theme: number; certainty: number }[][] {
  const total = stories.length;
  const themes = stories.reduce((most, { themePlaces }) => Math.max(most, ...themePlaces), -1) + 1;
  const counted = (items: Iterable<number>): Uint32Array => {
    const counts = new Uint32Array(themes);
    for (const item of items)
      for (const theme of stories[item]?.themePlaces ?? []) counts[theme] = (counts[theme] ?? 0) + 1;
    return counts;
  };
  const everywhere = counted(stories.keys());
  return words.map(({ lines }) => {
    if (lines.length < TOGETHER_MIN) return [];
    const beside = counted(lines);
    const isLearned = (theme: number): boolean => {
      const count = beside[theme] ?? 0;
      return count >= TOGETHER_MIN && (count / lines.length) * total >= LIFT_MIN * (everywhere[theme] ?? 0);
    };
    return [...beside.keys()]
      .filter(isLearned)
      .map((theme) => ({ theme, certainty: (beside[theme] ?? 0) / (lines.length + DOUBT) }))
      .sort((a, b) => b.certainty - a.certainty || a.theme - b.theme)
      .slice(0, THEMES_OF_WORD);
  });
}

/** Returns the place of a stem in the index, or -1. */
export function placeOfWord({ words }: StoryIndex, stem: string): number {
  let low = 0;
  let high = words.offsets.length - 2;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const word = textAt(words, middle);
    if (word === stem) return middle;
    if (word < stem) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Returns the themes that a stem goes with, as places in the vocabulary, most likely first. */
export function themesOfWord(index: StoryIndex, stem: string): { theme: number; certainty: number }[] {
  const word = placeOfWord(index, stem);
  if (word < 0) return [];
  const from = index.themeOffsets[word] ?? 0;
  return Array.from(index.themes.subarray(from, index.themeOffsets[word + 1]), (theme, at) => ({
    theme,
    certainty: index.certainties[from + at] ?? 0,
  }));
}

/**
 * Adds to `scores` how well the story of each title fits one stem: rare words count more (the inverse document frequency of
 * BM25), and those of the line more than those of facts.
 * @returns whether any title has the word.
 */
export function scoreStories(index: StoryIndex, stem: string, titles: number, scores: Float32Array): boolean {
  const word = placeOfWord(index, stem);
  if (word < 0) return false;
  const from = index.offsets[word] ?? 0;
  const to = index.offsets[word + 1] ?? 0;
  const rarity = Math.log(1 + (titles - (to - from) + 0.5) / (to - from + 0.5));
  for (let at = from; at < to; at++) {
    const item = index.items[at] ?? 0;
    scores[item] = (scores[item] ?? 0) + (rarity * (index.weights[at] ?? 0)) / WEIGHTS.line;
  }
  return true;
}
