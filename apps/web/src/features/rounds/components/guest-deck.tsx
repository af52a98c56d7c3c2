import type { Round } from '@marquee/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { Stars } from '#src/components/ui/stars.tsx';
import { showFailure } from '#src/lib/http/show-failure.ts';
import { guestDeckQuery, rateAsGuest } from '../api.ts';
import { Part } from './part.tsx';
import css from './round.module.css';

/** Titles for a guest to rate, one after another. Titles that the guest does not know are skipped. */
export function GuestDeck({ code, onRated }: { code: string; onRated: (round: Round) => void }) {
  const query = useQuery(guestDeckQuery(code));
  const [at, setAt] = useState(0);
  const rate = useMutation({
    mutationFn: (rating: { medium_id: number; rating: number }) => rateAsGuest(code, rating),
    onSuccess: onRated,
    onError: (error) => showFailure(error, 'The rating could not be saved.'),
  });
  if (query.isPending) return <Skeleton height="20rem" />;
  if (query.isError) return <QueryError of={query} />;
  const open = query.data.media.filter(({ rating }) => rating === null);
  const medium = open[at];
  if (!medium) return <p>Thank you, we know your taste now.</p>;
  return (
    <Part title="Rate what you know">
      <p className="soft">As many as you like. Five say a lot already.</p>
      <PosterImage className={css.poster} src={medium.poster_url} eager />
      <h3>{medium.title}</h3>
      <Stars
        key={medium.id}
        label={`Your rating of ${medium.title}`}
        value={null}
        onChange={(rating) => {
          rate.mutate({ medium_id: medium.id, rating });
          setAt(at + 1);
        }}
      />
      <Button onClick={() => setAt(at + 1)}>I don’t know it</Button>
    </Part>
  );
}
