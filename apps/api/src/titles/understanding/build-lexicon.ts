import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UnderstoodKind } from '@marquee/contracts';
import { z } from 'zod';
import { countryName, languageName } from '#src/core/display-names.ts';
import { AWARD_KINDS } from '#src/titles/awards.ts';
import type { Lexicon, Meaning } from '#src/titles/engine/lexicon.ts';
import { normalize } from '#src/titles/engine/normalize.ts';
import { personIndex, personNamed, searchPeople } from '#src/titles/engine/people.ts';
import { eachTitleNamed, type SearchIndex } from '#src/titles/engine/search-index.ts';
import type { SnapshotData } from '#src/titles/engine/snapshot-data.ts';
import { englishStem, themesOfWord } from '#src/titles/engine/story-index.ts';
import { textAt, unpackTexts, withinOneTypo } from '#src/titles/engine/texts.ts';
import { eachMatch, hasWord } from '#src/titles/engine/word-index.ts';
import { buildAcronyms } from './acronyms.ts';
import { isEnglish } from './english.ts';
import { FOR_CHILDREN } from './understand.ts';
import { phraseOf, stem } from './words.ts';

const Kind = z.enum([
  'genre',
  'country',
  'theme',
  'provider',
  'type',
  'audience',
  'new',
  'leaving',
  'popular',
  'hidden',
  'mood',
  'award',
]);
const WORDS = readFileSync(join(import.meta.dirname, 'words.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => z.tuple([Kind, z.string().min(1), z.string().min(1)]).parse(line.split('\t')))
  .map(([kind, value, words]) => ({ kind, value, words: words.split(', ') }));

/** Returns a country as an adjective, such as "Korean"; null for a country without words. */
export function adjectiveOf(code: string): string | null {
  const known = WORDS.find(({ kind, value }) => kind === 'country' && value === code);
  return known?.words[0]?.replace(/(^| )\p{L}/gu, (first) => first.toUpperCase()) ?? null;
}

const LABELS: Partial<Record<UnderstoodKind, Record<string, string>>> = {
  type: { movie: 'Movies', series: 'Series' },
  audience: { [FOR_CHILDREN.value]: FOR_CHILDREN.label },
  new: { new: 'New' },
  leaving: { leaving: 'Leaving soon' },
  popular: { popular: 'Popular' },
  hidden: { hidden: 'Hidden gems' },
  mood: { light: 'Light' },
  award: Object.fromEntries(AWARD_KINDS.map(({ slug, label }) => [slug, label])),
};

/** Animation studios, by their directors. */
const STUDIOS = readFileSync(join(import.meta.dirname, 'studios.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => z.tuple([z.string(), z.string(), z.string()]).parse(line.split('\t')))
  .map(([studio, words, directors]) => ({
    studio,
    words: words.split(', '),
    directors: directors.split(', '),
  }));

/** How people call some whom they know well, by names in normal form. */
const NICKNAMES: ReadonlyMap<string, string> = new Map(
  readFileSync(join(import.meta.dirname, 'nicknames.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => z.tuple([z.string().min(1), z.string().min(1)]).parse(line.split('\t'))),
);

/** The shortest last name that stands for a person alone, and how many people are known by it. */
const SURNAME_LETTERS = 5;
const WELL_KNOWN_PEOPLE = 1_500;
/** A first name that so few people have stands for the best known of them: "keanu". */
const RARE_NAME = 3;

/** A theme that stands in this share of the lines with a word is what the word is taken for. */
const SURE = 0.33;

/** Colors stand beside themes by chance or by history, and mean none. */
const NO_THEME = new Set(['black', 'white', 'blue', 'red', 'green']);

/** The shortest phrase in which a typo is forgiven. */
const TYPO_LETTERS = 5;

/** Returns a name in normal form without an article. */
const bare = (name: string): string => normalize(name).replace(/^(?:the|an?) /, '');

const isCountry = (code: string): boolean => /^[A-Z]{2}$/.test(code);

type LexiconData = Pick<
  SnapshotData,
  | 'ids'
  | 'titles'
  | 'people'
  | 'directors'
  | 'genreRows'
  | 'providerNames'
  | 'countryCodes'
  | 'languages'
  | 'themeRows'
  | 'runtime'
  | 'year'
  | 'stories'
>;

/** Builds the lexicon of a catalogue. Where a phrase means two things, the one that is added first is likelier. */
export function buildLexicon(data: LexiconData, index: SearchIndex): Lexicon {
  const phrases = new Map<string, Meaning[]>();
  const add = (words: readonly string[], meaning: Meaning): void => {
    for (const phrase of words.map(phraseOf)) {
      const known = phrases.get(phrase) ?? [];
      if (phrase === '' || known.some(({ kind }) => kind === meaning.kind)) continue;
      phrases.set(phrase, [...known, meaning]);
    }
  };
  const spoken = (kind: z.infer<typeof Kind>, value: string): string[] =>
    WORDS.filter((row) => row.kind === kind && row.value === value).flatMap((row) => row.words);

  for (const { id, title } of data.genreRows)
    add([title, ...spoken('genre', title)], { kind: 'genre', value: String(id), label: title });
  for (const { id, name } of data.providerNames)
    add([name, ...spoken('provider', name)], { kind: 'provider', value: String(id), label: name });
  for (const { kind, value, words } of WORDS) {
    const label = LABELS[kind]?.[value];
    if (label !== undefined) add(words, { kind, value, label });
  }
  // Adjectives before names: "Japanese" is where a film was made, and "Japan" rather where it plays.
  const countries = data.countryCodes.filter(isCountry);
  const country = (code: string): Meaning => ({
    kind: 'country',
    value: code,
    label: countryName(code) ?? code,
  });
  for (const code of countries) add(spoken('country', code), country(code));
  for (const words of ['label', 'slug', 'synonyms'] as const)
    for (const { slug, label, count, ...theme } of data.themeRows)
      if (count > 0) add([{ ...theme, slug, label }[words]].flat(), { kind: 'theme', value: slug, label });
  for (const { slug, label, count } of data.themeRows)
    if (count > 0) add(spoken('theme', slug), { kind: 'theme', value: slug, label });
  for (const code of countries) add([country(code).label], country(code));
  for (const code of data.languages) {
    const label = languageName(code);
    if (label !== undefined) add([label], { kind: 'language', value: code, label });
  }

  const meaningOf = (person: number): Meaning => ({
    kind: 'person',
    value: String(data.people.ids[person]),
    label: textAt(data.people.names, person),
  });
  for (const { studio, words, directors } of STUDIOS) {
    const ids = directors.flatMap((name) => {
      const person = personNamed(data.people, name);
      return person < 0 ? [] : (data.people.ids[person] ?? []);
    });
    if (ids.length > 0) add(words, { kind: 'person', value: ids.join(), label: studio });
  }

  const all = [...phrases.keys()];
  const longest = Math.max(0, ...all.map((phrase) => phrase.split(' ').length));
  const knownWords = new Set(all.flatMap((phrase) => phrase.split(' ')));
  const acronyms = buildAcronyms(unpackTexts(data.titles));
  const itemOf = new Map(Array.from(data.ids, (id, item) => [String(id), item]));
  const byLetter = Map.groupBy(all, (phrase) => phrase[0]);
  return {
    phrases,
    longest,
    nearly(phrase) {
      if (phrase.length < TYPO_LETTERS) return [];
      const near = byLetter.get(phrase[0])?.find(
        (known) =>
          known.length >= TYPO_LETTERS &&
          Math.abs(known.length - phrase.length) <= 1 &&
          withinOneTypo(known, phrase) &&
          // Another number is no typo.
          known.replace(/\D+/g, '') === phrase.replace(/\D+/g, ''),
      );
      return near === undefined ? [] : (phrases.get(near) ?? []);
    },
    findPerson(name) {
      const person = personNamed(data.people, NICKNAMES.get(normalize(name)) ?? name);
      return person < 0 ? null : meaningOf(person);
    },
    directorOf(item) {
      const [id] = data.directors.values.slice(
        data.directors.offsets[item],
        data.directors.offsets[item + 1],
      );
      const person = id === undefined ? -1 : personIndex(data.people, id);
      return person < 0 ? null : meaningOf(person);
    },
    findSurname(word) {
      const isCalled = NICKNAMES.has(word) && !isEnglish(word);
      if (isCalled) return this.findPerson(word);
      if (word.length < SURNAME_LETTERS || isEnglish(word)) return null;
      let found = -1;
      eachMatch(data.people.words, word, { prefix: false, typo: false }, (persons) => {
        // The best known person has the lowest index.
        found =
          persons.length <= RARE_NAME
            ? (persons[0] ?? -1)
            : (persons.find((person) => textAt(data.people.normalized, person).endsWith(` ${word}`)) ?? -1);
      });
      return found < 0 || found >= WELL_KNOWN_PEOPLE ? null : meaningOf(found);
    },
    nearlyPerson(name) {
      const [person] = searchPeople(data.people, name);
      return person === undefined || person >= WELL_KNOWN_PEOPLE ? null : meaningOf(person);
    },
    findTitle(name) {
      let item = -1;
      // The best known title has the lowest index.
      eachTitleNamed(index, name, (found) => {
        if ((item < 0 || found < item) && bare(textAt(data.titles, found)) === bare(name)) item = found;
      });
      if (item < 0) return null;
      return { kind: 'like', value: String(data.ids[item]), label: textAt(data.titles, item) };
    },
    titlesNamed(name) {
      const found = new Set<number>();
      eachTitleNamed(index, name, (item) => found.add(item));
      return [...found].sort((a, b) => a - b);
    },
    isWord: (word) =>
      /\d/.test(word) ||
      knownWords.has(stem(word)) ||
      isEnglish(word) ||
      hasWord(index.words, word) ||
      hasWord(data.people.words, word),
    // "Cow" is a word, although Casualties of War has its letters.
    spelledOut: (initials) => (isEnglish(initials) ? null : (acronyms.get(initials) ?? null)),
    learned(word) {
      if (NO_THEME.has(word)) return null;
      const [likeliest] = themesOfWord(data.stories, englishStem(word));
      if (likeliest === undefined || likeliest.certainty < SURE) return null;
      const theme = data.themeRows[likeliest.theme];
      if (theme === undefined) return null;
      return {
        meaning: { kind: 'theme', value: theme.slug, label: theme.label },
        certainty: likeliest.certainty,
      };
    },
    hasPerson(item, word) {
      let has = false;
      const { titles, words } = data.people;
      eachMatch(words, word, { prefix: false, typo: false }, (persons) => {
        has ||= persons.some((person) =>
          titles.values.subarray(titles.offsets[person], titles.offsets[person + 1]).includes(item),
        );
      });
      return has;
    },
    factsOf(id) {
      const item = itemOf.get(id) ?? -1;
      return { runtime: data.runtime[item] ?? 0, year: data.year[item] ?? 0 };
    },
  };
}
