import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { ComeOver } from '#src/components/ui/come-over.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { genresQuery, saveGenres } from '#src/features/preferences/api.ts';
import { GenresPicker } from '#src/features/preferences/components/genres-picker.tsx';
import { useFormErrors } from '#src/lib/forms/use-form-errors.ts';
import css from './welcome.module.css';

const NEXT = paths.welcomeRate;

/** The genre step after the sign-up. The step is optional and can be opened again. */
export function Component() {
  const navigate = useNavigate();
  const { data: genres, error: loadError, refetch } = useQuery(genresQuery);
  const [picked, setPicked] = useState<Set<number> | null>(null);
  const chosen = picked ?? new Set(genres?.filter((genre) => genre.active).map((genre) => genre.id));
  const save = useMutation({
    mutationFn: () => saveGenres([...chosen]),
    onSuccess: () => void navigate(NEXT),
  });
  const error = save.error ?? loadError;
  const { failure } = useFormErrors(error, texts.unknownGenres);

  return (
    <Page
      title="Your genres"
      heading="What do you like to watch?"
      lead="Pick a few genres. They decide what you see first, until you have rated enough titles."
    >
      <Form label="Genres" onSubmit={() => genres && !save.isPending && save.mutate()}>
        {genres ? (
          <GenresPicker genres={genres} chosen={chosen} onChange={setPicked} />
        ) : (
          !loadError && <Skeleton height="12rem" />
        )}
        <FormNotice failure={failure} />
        {loadError && <Button onClick={() => void refetch()}>Try again</Button>}
        <div className={css.actions}>
          <Button type="submit" variant="primary" size="large" busy={save.isPending} disabled={!genres}>
            {texts.next}
          </Button>
          <ButtonLink to={NEXT} size="large" variant="plain">
            Skip
          </ButtonLink>
        </div>
      </Form>
      <ComeOver />
    </Page>
  );
}
