import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { THEME_GROUPS } from '@marquee/contracts/constants';
import { z } from 'zod';

/** Returns the rows of a table beside this file, without its header. */
const readTable = (name: string): string[][] =>
  readFileSync(join(import.meta.dirname, name), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

const Slug = z.string().regex(/^[a-z0-9-]+$/);
const ThemeLine = z.tuple([Slug, z.enum(THEME_GROUPS), z.string().min(1), z.string()]);

interface VocabularyTheme {
  slug: string;
  group: (typeof THEME_GROUPS)[number];
  label: string;
  synonyms: string[];
}

/**
 * The themes that a title may have. The vocabulary is closed, because two words for one theme would keep apart what
 * belongs together. Stored models know a theme by its place, so new ones are added at the end.
 */
export const THEMES: readonly VocabularyTheme[] = readTable('vocabulary.tsv').map((row) => {
  const [slug, group, label, synonyms] = ThemeLine.parse(row);
  return { slug, group, label, synonyms: synonyms === '' ? [] : synonyms.split(', ') };
});

const slugs = new Set(THEMES.map(({ slug }) => slug));
export const isTheme = (slug: string): boolean => slugs.has(slug);

/** The themes that keywords of TMDB mean. Keywords that could mean several are left out. */
export const TMDB_KEYWORDS: ReadonlyMap<string, string> = new Map(
  readTable('tmdb-keywords.tsv').map((row) => z.tuple([z.string().min(1), Slug.refine(isTheme)]).parse(row)),
);
