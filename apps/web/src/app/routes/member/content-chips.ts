import type { ThemeCount } from '@marquee/contracts';
import { useQuery } from '@tanstack/react-query';
import { namedThemesQuery, themesQuery } from '#src/features/titles/api.ts';
import { type Narrowing, valuesOf } from '#src/features/titles/narrowing.ts';
import { countryName } from '#src/lib/screen/country-name.ts';
import { languageName } from '#src/lib/screen/language-name.ts';

type Content = Pick<Narrowing, 'theme' | 'country' | 'language' | 'decade'>;

// An address may name something that is no country.
const nameOfCountry = (code: string): string => (/^[A-Z]{2}$/.test(code) ? countryName(code) : code);

/** Returns the themes to choose from, and those of the address, which may be rarer. */
export function useThemes(theme: string | undefined, isWanted: boolean): readonly ThemeCount[] {
  const { data } = useQuery({ ...themesQuery, enabled: isWanted });
  const common = data?.themes ?? [];
  const rare = data ? valuesOf(theme).filter((slug) => common.every((known) => known.slug !== slug)) : [];
  const { data: named } = useQuery(namedThemesQuery(rare));
  return [...common, ...(named ?? [])];
}

/** Returns what is set as chips: the words, and the change that removes it. */
export function contentChips(
  narrowing: Content,
  themes: readonly ThemeCount[],
): [words: string, without: Partial<Content>][] {
  const chips = (name: keyof Content, inWords: (value: string) => string) =>
    valuesOf(narrowing[name]).map((value): [string, { [name in keyof Content]: string | undefined }] => {
      const rest = valuesOf(narrowing[name]).filter((other) => other !== value);
      return [inWords(value), { [name]: rest.length > 0 ? rest.join() : undefined }];
    });
  return [
    ...chips('theme', (slug) => themes.find((known) => known.slug === slug)?.label ?? slug),
    ...chips('country', nameOfCountry),
    ...chips('language', languageName),
    ...chips('decade', (first) => `${first}s`),
  ];
}
