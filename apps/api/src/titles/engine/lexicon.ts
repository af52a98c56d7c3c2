import type { UnderstoodKind } from '@marquee/contracts';

/** What a phrase means (docs/api.md#understood). */
export interface Meaning {
  readonly kind: UnderstoodKind;
  readonly value: string;
  readonly label: string;
}

/** The words that a query may describe titles with, in one catalogue. */
export interface Lexicon {
  /** Meanings of phrases in the form of `phraseOf`, the likeliest first. */
  readonly phrases: ReadonlyMap<string, readonly Meaning[]>;
  /** The most words of a phrase. */
  readonly longest: number;
  /** Returns the meanings of the phrase that has one typo in the given one; none for a word that stands in a title. */
  nearly(phrase: string): readonly Meaning[];
  /** Returns the best known person with exactly this name. */
  findPerson(name: string): Meaning | null;
  /** Returns the best known title with exactly this name. */
  findTitle(name: string): Meaning | null;
}
