import type { UnderstoodKind } from '@marquee/contracts';

/** What a phrase means (docs/api.md#understood). */
export interface Meaning {
  readonly kind: UnderstoodKind;
  readonly value: string;
  readonly label: string;
}

/** A theme that a word was learned to go with, and how sure that is, 0 to 1. */
export interface Learned {
  readonly meaning: Meaning;
  readonly certainty: number;
}

/** The words that a query may describe titles with, in one catalogue. */
export interface Lexicon {
  /** Meanings of phrases in the form of `phraseOf`, the likeliest first. */
  readonly phrases: ReadonlyMap<string, readonly Meaning[]>;
  /** The most words of a phrase. */
  readonly longest: number;
  /** Returns the meanings of the phrase that has one typo in the given one. */
  nearly(phrase: string): readonly Meaning[];
  /** Returns the best known person with exactly this name, or whom people call so. */
  findPerson(name: string): Meaning | null;
  /** Returns the well known person whose last name this is, or whom people call so; null for an English word. */
  findSurname(word: string): Meaning | null;
  /** Returns the best known person whose name has typos of these words, or null. */
  nearlyPerson(name: string): Meaning | null;
  /** Returns the best known title with exactly this name. */
  findTitle(name: string): Meaning | null;
  /** Returns the director of a title, the first of several; null where none is known. */
  directorOf(item: number): Meaning | null;
  /** Returns all titles with exactly this name, as indexes, best known first. */
  titlesNamed(name: string): readonly number[];
  /** Whether a title, a phrase, a person or the English dictionary has this word, so that it is no typo. */
  isWord(word: string): boolean;
  /** Returns the name that people shorten to these initials, as "lotr", or null. */
  spelledOut(initials: string): string | null;
  /** Returns the theme that stands beside a word in most lines of story with it, or null. */
  learned(word: string): Learned | null;
  /** Returns whether a person of a title has this word in the name. */
  hasPerson(item: number, word: string): boolean;
  /** The runtime of a title in minutes and its year, 0 where they are unknown. */
  factsOf(id: string): { runtime: number; year: number };
}
