import type { Understood } from '@marquee/contracts';
import type { Lexicon } from '#src/titles/engine/lexicon.ts';
import { normalize } from '#src/titles/engine/normalize.ts';
import type { SnapshotData } from '#src/titles/engine/snapshot-data.ts';
import { englishStem, isStopWord, scoreStories } from '#src/titles/engine/story-index.ts';
import { isEnglish } from './english.ts';
import { phraseOf } from './words.ts';

/** How well stories fit the words of a query. */
export interface Told {
  /** Parallel to the titles; 0 for a title that none of the words fits. */
  readonly scores: Float32Array;
  /** The words that no story, and no theme beside one, has. */
  readonly unknown: readonly string[];
  /** The themes that words were taken for, which only move titles up. */
  readonly learned: readonly Understood[];
}

/** More words than a story is told in. The others are not read, because each costs a look at every title. */
const WORDS_MAX = 12;
/** A theme that the query names counts this much more than a word of the story that is as rare. */
const OF_THEME = 1.5;
/** The best known title gets this much more than an unknown one. */
const OF_FAME = 4;
/** What a title of the country gets that a theme names. */
const OF_COUNTRY = 7;
/** More than nothing, in a Float32Array. */
const LEAST = 1e-9;
/** A title with all words gets this many times what one with a single word of many gets. */
const OF_ALL = 2;

/**
 * Scores all titles by the words of a query that are no facts, by the themes that these words go with, and by the themes that
 * the query names. Rare words count more, titles with more of the words win, and a little fame decides between equals.
 */
export function tellStories(
  data: Pick<
    SnapshotData,
    'size' | 'stories' | 'themes' | 'themeRows' | 'popularity' | 'countries' | 'countryCodes'
  >,
  lexicon: Lexicon,
  words: readonly string[],
  themes: readonly Understood[],
): Told {
  const { size } = data;
  const scores = new Float32Array(size);
  const counts = new Uint8Array(size);
  const unknown: string[] = [];
  const learned: Understood[] = [];
  let asked = 0;
  const added = new Set<string>();
  /** Adds what one word gives each title. */
  const add = (given: Float32Array): void => {
    asked++;
    for (let item = 0; item < size; item++) {
      if (given[item] === 0) continue;
      scores[item] = (scores[item] ?? 0) + (given[item] ?? 0);
      counts[item] = (counts[item] ?? 0) + 1;
    }
  };
  /** Gives each title with a theme what `combine` makes of the theme's weight and of what its story gave. */
  const withTheme = (
    slug: string,
    certainty: number,
    told: Float32Array,
    combine: (weight: number, told: number) => number,
  ): void => {
    const place = data.themeRows.findIndex((row) => row.slug === slug);
    const rarity = Math.log(size / Math.max(1, data.themeRows[place]?.count ?? 0));
    // Several words may mean one theme, as "invade" and "aliens". The second only counts as a word that was found.
    const weight = added.has(slug) ? LEAST : OF_THEME * certainty * rarity;
    added.add(slug);
    for (let item = 0; item < size; item++)
      for (let at = data.themes.offsets[item] ?? 0; at < (data.themes.offsets[item + 1] ?? 0); at++)
        if (data.themes.values[at] === place) told[item] = combine(weight, told[item] ?? 0);
  };
  /** A title of a country may be set there although it lacks the theme: "zombies in korea". */
  const inCountry = (label: string, told: Float32Array): void => {
    const meaning = lexicon.phrases.get(phraseOf(label))?.find(({ kind }) => kind === 'country');
    const country = data.countryCodes.indexOf(meaning?.value ?? '');
    if (country < 0) return;
    for (let item = 0; item < size; item++)
      if (data.countries.values[data.countries.offsets[item] ?? 0] === country)
        told[item] = Math.max(told[item] ?? 0, OF_COUNTRY);
  };
  for (const { value, text, label } of themes) {
    // A line may say "orphan" although the title lacks the theme.
    const given = new Float32Array(size);
    for (const word of normalize(text).split(' '))
      if (!isStopWord(word)) scoreStories(data.stories, englishStem(word), size, given);
    withTheme(value, 1, given, Math.max);
    inCountry(label, given);
    add(given);
  }
  for (const text of words.slice(0, WORDS_MAX)) {
    const word = normalize(text);
    if (word === '' || isStopWord(word)) continue;
    const given = new Float32Array(size);
    const isKnown = scoreStories(data.stories, englishStem(word), size, given);
    const theme = lexicon.learned(word);
    if (!isKnown && theme === null) {
      unknown.push(text);
      continue;
    }
    if (theme !== null) {
      withTheme(theme.meaning.value, theme.certainty, given, (weight, told) => weight + told);
      learned.push({ ...theme.meaning, text, not: false, any: false, applied: true, corrected: false });
    }
    add(given);
  }
  const stems = words.slice(0, WORDS_MAX).map((word) => englishStem(normalize(word)));
  const pairs = new Uint8Array(size);
  stems.slice(1).forEach((word, at) => {
    const given = new Float32Array(size);
    if (!scoreStories(data.stories, `${stems[at]} ${word}`, size, given)) return;
    add(given);
    for (let item = 0; item < size; item++) if (given[item] !== 0) pairs[item] = (pairs[item] ?? 0) + 1;
  });
  // "Walter White" is one role, and no title with another Walter or Something White is meant; "police officer" is a role of many.
  const isName = themes.length === 0 && stems.length > 1 && words.some((word) => !isEnglish(normalize(word)));
  const isWhole = (item: number): boolean => pairs[item] === stems.length - 1;
  if (isName && pairs.some((_, item) => isWhole(item)))
    for (let item = 0; item < size; item++) if (!isWhole(item)) scores[item] = counts[item] = 0;
  for (let item = 0; item < size; item++) {
    const count = counts[item] ?? 0;
    if (count === 0) continue;
    const share = asked > 1 ? 1 + ((OF_ALL - 1) * (count - 1)) / (asked - 1) : 1;
    scores[item] = (scores[item] ?? 0) * share + OF_FAME * (data.popularity[item] ?? 0);
  }
  return { scores, unknown, learned };
}
