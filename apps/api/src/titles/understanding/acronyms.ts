import { normalize } from '#src/titles/engine/normalize.ts';

/** Shorter initials are words, and longer ones nobody uses. */
const INITIALS = /^[a-z0-9]{3,6}$/;

/**
 * Returns the names that people shorten to initials, as "lotr", "himym" and "tng" do, by these initials in normal form. The
 * best known title wins, and the part of its name that has the initials is meant, so that "lotr" means all of its parts.
 * @param names the names of titles, best known first.
 */
export function buildAcronyms(names: readonly string[]): ReadonlyMap<string, string> {
  const meant = new Map<string, string>();
  for (const name of names) {
    const parts = name.split(/[:–—]| - /);
    for (const part of parts.length > 1 ? [name, ...parts] : [name]) {
      const words = normalize(part).split(' ');
      for (const from of words[0] === 'the' || words[0] === 'a' ? [0, 1] : [0]) {
        const initials = words
          .slice(from)
          .map((word) => (/^\d/.test(word) ? word : word[0]))
          .join('');
        if (words.length - from >= 3 && INITIALS.test(initials) && !meant.has(initials))
          meant.set(initials, normalize(part));
      }
    }
  }
  return meant;
}
