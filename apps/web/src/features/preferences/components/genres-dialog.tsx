import * as texts from '@marquee/contracts/texts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, DialogChoice } from '#src/components/ui/dialog.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { useFormErrors } from '#src/lib/forms/use-form-errors.ts';
import { genresQuery, saveGenres } from '../api.ts';
import { GenresPicker } from './genres-picker.tsx';

/** Selects the member's genres; all are saved together. `onSaved` is called after saving. */
export function GenresDialog({
  onClose,
  onSaved,
  backCloses = true,
}: {
  onClose: () => void;
  onSaved: () => void;
  /** Must be false when `onSaved` navigates: see Dialog. */
  backCloses?: boolean;
}) {
  const { data: genres, error: loadError } = useQuery(genresQuery);
  const [chosen, setChosen] = useState<Set<number> | null>(null);
  const active = chosen ?? new Set(genres?.filter((genre) => genre.active).map((genre) => genre.id));
  const save = useMutation({ mutationFn: () => saveGenres([...active]), onSuccess: onSaved });
  const error = save.error ?? loadError;
  const { failure } = useFormErrors(error, texts.unknownGenres);

  return (
    <Dialog title="What do you like to watch?" onClose={onClose} size="wide" backCloses={backCloses}>
      <Form label="Genres" onSubmit={() => save.mutate()}>
        {genres ? (
          <GenresPicker genres={genres} chosen={active} onChange={setChosen} />
        ) : (
          !loadError && <Skeleton height="12rem" />
        )}
        <FormNotice failure={failure} />
        <DialogChoice busy={save.isPending} disabled={!genres} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
