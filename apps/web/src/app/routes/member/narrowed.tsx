import type { ThemeCount } from '@marquee/contracts';
import { COUNTRIES } from '@marquee/contracts/countries';
import { useQuery } from '@tanstack/react-query';
import { RemovableChips } from '#src/components/ui/removable-chips.tsx';
import { Select } from '#src/components/ui/select.tsx';
import { genresReplyQuery } from '#src/features/preferences/api.ts';
import type { useNarrowing } from '#src/features/titles/hooks/use-narrowing.ts';
import { longestInWords, type Narrowing, valuesOf, yearsInWords } from '#src/features/titles/narrowing.ts';
import { countryName } from '#src/lib/screen/country-name.ts';
import { languageName } from '#src/lib/screen/language-name.ts';
import { contentChips, useThemes } from './content-chips.ts';
import css from './narrow.module.css';

const ANY = '';
const FIRST_DECADE = 1920;
/** The languages in which most films and series are made. */
const LANGUAGES =
  'ar bn cs da de el en es fa fi fr he hi hu id is it ja kn ko ml nl no pl pt ro ru sr sv ta te th tl tr uk zh';

interface Choice {
  value: string;
  label: string;
}
const byLabel = (a: Choice, b: Choice): number => a.label.localeCompare(b.label, 'en');
const countries = COUNTRIES.map((value) => ({ value, label: countryName(value) })).sort(byLabel);
const languages = LANGUAGES.split(' ')
  .map((value) => ({ value, label: languageName(value) }))
  .sort(byLabel);

function decades(): Choice[] {
  const choices = [];
  for (let first = Math.floor(new Date().getFullYear() / 10) * 10; first >= FIRST_DECADE; first -= 10)
    choices.push({ value: String(first), label: `${first}s` });
  return choices;
}

/** The choices of the longest runtime, in minutes. */
const RUNTIMES = [45, 90, 120, 150];

/** Fields for all that titles can be narrowed by. Each sets one value. */
function Fields({
  narrowing,
  genres,
  ageRatings,
  themes,
  change,
}: {
  narrowing: Narrowing;
  genres: readonly Choice[];
  ageRatings: readonly string[];
  themes: readonly ThemeCount[];
  change: ReturnType<typeof useNarrowing>['change'];
}) {
  const chosen = valuesOf(narrowing.theme);
  const isTone = (slug: string): boolean => themes.find((known) => known.slug === slug)?.group === 'tone';
  const tones = themes.filter(({ group }) => group === 'tone');
  const others = themes.filter(({ group }) => group !== 'tone');
  const themeField = (label: string, any: string, of: readonly ThemeCount[], tone: boolean) => (
    <Select
      label={label}
      stacked
      choices={[
        { value: ANY, label: any },
        ...of.map(({ slug, label: words }) => ({ value: slug, label: words })).sort(byLabel),
      ]}
      value={chosen.find((slug) => of.some((known) => known.slug === slug)) ?? ANY}
      onChange={(slug) => {
        const kept = chosen.filter((other) => isTone(other) !== tone);
        const next = slug === ANY ? kept : [...kept, slug];
        change({ theme: next.length > 0 ? next.join() : undefined });
      }}
    />
  );
  const field = (label: string, any: string, name: 'country' | 'language' | 'decade', choices: Choice[]) => (
    <Select
      label={label}
      stacked
      choices={[{ value: ANY, label: any }, ...choices]}
      value={valuesOf(narrowing[name])[0] ?? ANY}
      onChange={(value) => change({ [name]: value === ANY ? undefined : value })}
    />
  );
  const { genre_id, runtime_max, age_rating } = narrowing;
  // An address may have another one.
  const runtimes = [...new Set([...RUNTIMES, ...(runtime_max ? [runtime_max] : [])])];
  return (
    <>
      <Select
        label="Genre"
        stacked
        choices={[{ value: ANY, label: 'Any genre' }, ...genres]}
        value={genre_id ? String(genre_id) : ANY}
        onChange={(id) => change({ genre_id: id === ANY ? undefined : Number(id) })}
      />
      {themeField('Theme', 'Any theme', others, false)}
      {themeField('Tone', 'Any tone', tones, true)}
      {field('Country', 'Any country', 'country', countries)}
      {field('Language', 'Any language', 'language', languages)}
      {field('Decade', 'Any decade', 'decade', decades())}
      <Select
        label="Runtime"
        stacked
        choices={[
          { value: ANY, label: 'Any length' },
          ...runtimes.map((minutes) => ({ value: String(minutes), label: longestInWords(minutes) })),
        ]}
        value={runtime_max ? String(runtime_max) : ANY}
        onChange={(minutes) => change({ runtime_max: minutes === ANY ? undefined : Number(minutes) })}
      />
      <Select
        label="Age rating"
        stacked
        choices={[
          { value: ANY, label: 'Any rating' },
          ...ageRatings.map((rating) => ({ value: rating, label: rating })),
        ]}
        value={age_rating ?? ANY}
        onChange={(rating) => change({ age_rating: rating === ANY ? undefined : rating })}
      />
    </>
  );
}

/** What titles are narrowed by, as chips that remove it, and the fields that set it. */
export function Component({
  narrowing,
  isNarrowed,
  change,
  id,
  isOpen,
}: Pick<ReturnType<typeof useNarrowing>, 'narrowing' | 'isNarrowed' | 'change'> & {
  id: string;
  isOpen: boolean;
}) {
  const { data } = useQuery(genresReplyQuery);
  const genres = (data?.user_medium_genres ?? []).map(({ id, medium_genre }) => ({
    value: String(id),
    label: medium_genre.title,
  }));
  const themes = useThemes(narrowing.theme, isOpen || narrowing.theme !== undefined);
  const { genre_id, runtime_max, age_rating } = narrowing;
  const chips: [string | 0 | null | undefined, Parameters<typeof change>[0]][] = [
    // An old address may have a genre that is gone.
    [
      genre_id && data && (genres.find(({ value }) => value === String(genre_id))?.label ?? 'Unknown genre'),
      { genre_id: undefined },
    ],
    ...contentChips(narrowing, themes),
    // Addresses may have years.
    [yearsInWords(narrowing), { year_from: undefined, year_to: undefined }],
    [runtime_max ? longestInWords(runtime_max) : null, { runtime_max: undefined }],
    [age_rating, { age_rating: undefined }],
  ];
  return (
    <>
      {isNarrowed && (
        <RemovableChips
          label="Filters in use"
          chips={chips.flatMap(([words, without]) =>
            words ? [{ words, onRemove: () => change(without) }] : [],
          )}
        />
      )}
      <fieldset id={id} aria-label="More filters" className={`wrap ${css.fields}`} hidden={!isOpen}>
        {isOpen && (
          <Fields
            narrowing={narrowing}
            genres={genres}
            ageRatings={data?.age_ratings ?? (age_rating ? [age_rating] : [])}
            themes={themes}
            change={change}
          />
        )}
      </fieldset>
    </>
  );
}
