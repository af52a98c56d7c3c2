import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { RemovableChips } from '#src/components/ui/removable-chips.tsx';
import { Select } from '#src/components/ui/select.tsx';
import { genresReplyQuery } from '#src/features/preferences/api.ts';
import type { useNarrowing } from '#src/features/titles/hooks/use-narrowing.ts';
import { yearsInWords } from '#src/features/titles/narrowing.ts';
import { contentChips, useThemes } from './content-chips.ts';
import css from './narrow.module.css';

const ContentFields = lazy(async () => ({ default: (await import('./content-fields.tsx')).Component }));

const ANY = '';
/** The choices of the longest runtime, in minutes. */
const RUNTIMES = [45, 90, 120, 150] as const;

const runtimeInWords = (minutes: number) => `up to ${minutes} min`;

/** Narrows titles by genre, what they are about, country, language, decade, runtime and age rating: fields that open in place, and what is set as chips. */
export function Narrow({ narrowing, isNarrowed, change }: ReturnType<typeof useNarrowing>) {
  const [isOpen, setOpen] = useState(false);
  const fields = useId();
  const { data } = useQuery({ ...genresReplyQuery, enabled: isOpen || isNarrowed });
  const genres = (data?.user_medium_genres ?? []).map(({ id, medium_genre }) => ({
    value: String(id),
    label: medium_genre.title,
  }));
  const themes = useThemes(narrowing.theme, isOpen || narrowing.theme !== undefined);
  const { genre_id, runtime_max, age_rating } = narrowing;
  const runtimes = RUNTIMES.map((minutes) => ({ value: String(minutes), label: runtimeInWords(minutes) }));
  if (runtime_max && runtimes.every(({ value }) => value !== String(runtime_max)))
    runtimes.push({ value: String(runtime_max), label: runtimeInWords(runtime_max) });

  const chips: [string | 0 | null | undefined, Parameters<typeof change>[0]][] = [
    // An old address may have a genre that is gone.
    [
      genre_id && data && (genres.find(({ value }) => value === String(genre_id))?.label ?? 'Unknown genre'),
      { genre_id: undefined },
    ],
    ...contentChips(narrowing, themes),
    // Addresses may have years.
    [yearsInWords(narrowing), { year_from: undefined, year_to: undefined }],
    [runtime_max ? runtimeInWords(runtime_max) : null, { runtime_max: undefined }],
    [age_rating, { age_rating: undefined }],
  ];
  return (
    <div className={css.narrow}>
      <Button
        variant="plain"
        className={css.toggle}
        aria-expanded={isOpen}
        aria-controls={fields}
        onClick={() => setOpen(!isOpen)}
      >
        Narrow
      </Button>
      {isNarrowed && (
        <RemovableChips
          label="Narrowed to"
          chips={chips.flatMap(([words, without]) =>
            words ? [{ words, onRemove: () => change(without) }] : [],
          )}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: the bar around it is a fieldset, whose look must not change */}
      <div id={fields} role="group" aria-label="Narrow by" className={css.fields} hidden={!isOpen}>
        <Select
          label="Genre"
          stacked
          choices={[{ value: ANY, label: 'Any genre' }, ...genres]}
          value={genre_id ? String(genre_id) : ANY}
          onChange={(id) => change({ genre_id: id === ANY ? undefined : Number(id) })}
        />
        {isOpen && (
          <Suspense>
            <ContentFields narrowing={narrowing} themes={themes} change={change} />
          </Suspense>
        )}
        <Select
          label="Runtime"
          stacked
          choices={[{ value: ANY, label: 'Any length' }, ...runtimes]}
          value={runtime_max ? String(runtime_max) : ANY}
          onChange={(minutes) => change({ runtime_max: minutes === ANY ? undefined : Number(minutes) })}
        />
        <Select
          label="Age rating"
          stacked
          choices={[
            { value: ANY, label: 'Any rating' },
            ...(data?.age_ratings ?? (age_rating ? [age_rating] : [])).map((rating) => ({
              value: rating,
              label: rating,
            })),
          ]}
          value={age_rating ?? ANY}
          onChange={(rating) => change({ age_rating: rating === ANY ? undefined : rating })}
        />
      </div>
    </div>
  );
}
