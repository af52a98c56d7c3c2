import { placeOf } from './items.ts';
import type { LocalNames } from './snapshot-data.ts';
import { textAt } from './texts.ts';

const NO_NAMES: readonly LocalNames[] = [];
/** The languages of a caller that a snapshot knows. Both are few, and a call with a cached reply needs them too. */
const known = new WeakMap<readonly LocalNames[], WeakMap<readonly string[], readonly LocalNames[]>>();

/** Returns the names of the snapshot in these languages, in the order of the languages. */
export function namesIn(all: readonly LocalNames[], languages: readonly string[]): readonly LocalNames[] {
  if (all.length === 0 || languages.length === 0) return NO_NAMES;
  const byLanguages = known.get(all) ?? new WeakMap<readonly string[], readonly LocalNames[]>();
  known.set(all, byLanguages);
  const names = byLanguages.get(languages);
  if (names) return names;
  const found = languages.flatMap((wanted) => all.filter(({ language }) => language === wanted));
  byLanguages.set(languages, found);
  return found;
}

/** Returns the name of the title in the first of the languages that has one, or null. */
export function findName(names: readonly LocalNames[], item: number): string | null {
  for (const { items, texts } of names) {
    const at = placeOf(items, item);
    if (at >= 0) return textAt(texts, at);
  }
  return null;
}
