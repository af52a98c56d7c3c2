import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { RemovableChips } from '#src/components/ui/removable-chips.tsx';
import { genresReplyQuery } from '#src/features/preferences/api.ts';
import type { useNarrowing } from '#src/features/titles/hooks/use-narrowing.ts';
import { longestInWords, yearsInWords } from '#src/features/titles/narrowing.ts';
import { contentChips, useThemes } from './content-chips.ts';
import css from './narrow.module.css';

const NarrowFields = lazy(async () => ({ default: (await import('./narrow-fields.tsx')).Component }));

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
      <fieldset id={fields} aria-label="Narrow by" className={css.fields} hidden={!isOpen}>
        {isOpen && (
          <Suspense>
            <NarrowFields
              narrowing={narrowing}
              genres={genres}
              ageRatings={data?.age_ratings ?? (age_rating ? [age_rating] : [])}
              themes={themes}
              change={change}
            />
          </Suspense>
        )}
      </fieldset>
    </div>
  );
}
