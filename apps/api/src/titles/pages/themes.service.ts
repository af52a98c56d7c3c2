import type { ThemeCount } from '@marquee/contracts';
import { normalize } from '#src/titles/engine/normalize.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import type { ThemeRow } from '#src/titles/engine/snapshot-data.ts';
import { isWithinOneTypo, packTexts, toUnits } from '#src/titles/engine/texts.ts';
import { mayHaveTypo } from '#src/titles/engine/word-index.ts';

interface Dependencies {
  snapshot: () => Snapshot;
}

const COMMONEST = 100;
const ARTICLE = /^(?:the|an?) /;

/** Returns the words by which a theme is found, in normal form, with and without an article. */
function wordsFor({ slug, label, synonyms }: ThemeRow): string[] {
  const words = [label, slug, ...synonyms].map(normalize);
  return [...words, ...words.filter((word) => ARTICLE.test(word)).map((word) => word.replace(ARTICLE, ''))];
}

/** Returns how well a theme matches: 2 when one of its words begins with the query, 1 with one typo, otherwise 0. */
function matchOf(theme: ThemeRow, query: string, letters: Uint16Array): number {
  const words = wordsFor(theme);
  if (words.some((word) => word.startsWith(query))) return 2;
  if (!mayHaveTypo(query)) return 0;
  const texts = packTexts(words);
  return words.some((_, at) => isWithinOneTypo(texts, at, letters)) ? 1 : 0;
}

export function createThemesService({ snapshot }: Dependencies) {
  return {
    /** Returns the themes that match the query, or without one the commonest; those with more titles first. */
    list(query: string): ThemeCount[] {
      const commonest = snapshot().data.themeRows.toSorted((a, b) => b.count - a.count);
      const text = normalize(query);
      const letters = toUnits(text);
      const found =
        query === ''
          ? commonest.filter(({ count }) => count > 0).slice(0, COMMONEST)
          : text === ''
            ? []
            : [2, 1].flatMap((level) => commonest.filter((theme) => matchOf(theme, text, letters) === level));
      return found.map(({ slug, group, label, count }) => ({ slug, group, label, count }));
    },
  };
}

export type ThemesService = ReturnType<typeof createThemesService>;
