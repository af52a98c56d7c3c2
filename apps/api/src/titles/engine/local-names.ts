import { placeOf } from './items.ts';
import type { LocalNames } from './snapshot-data.ts';
import { textAt } from './texts.ts';

/** Returns the names of the snapshot in these languages, in the order of the languages. */
export const namesIn = (all: readonly LocalNames[], languages: readonly string[]): readonly LocalNames[] =>
  languages.flatMap((wanted) => all.filter(({ language }) => language === wanted));

/** Returns the name of the title in the first of the languages that has one, or null. */
export function findName(names: readonly LocalNames[], item: number): string | null {
  for (const { items, texts } of names) {
    const at = placeOf(items, item);
    if (at >= 0) return textAt(texts, at);
  }
  return null;
}
