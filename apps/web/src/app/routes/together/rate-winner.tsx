import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Stars } from '#src/components/ui/stars.tsx';
import { ratingQuery } from '#src/features/ratings/api.ts';
import { rateTitle } from '#src/features/ratings/rate-title.ts';
import { mediumQuery } from '#src/features/titles/api.ts';
import { readStored, writeStored } from '#src/lib/storage/storage.ts';

const KEY = 'rounds_asked';
/** Titles that were asked about, on this device. Older ones are rated or forgotten. */
const ASKED_MAX = 50;

const readAsked = (): string[] => (readStored(KEY) ?? '').split(' ').filter(Boolean);

/** Asks a member once for their own rating of the title that the round chose. */
export function RateWinner({ mediumId }: { mediumId: number }) {
  const medium = useQuery(mediumQuery(mediumId, true)).data;
  const rating = useQuery(ratingQuery(mediumId)).data;
  const [isAsked, setAsked] = useState(() => readAsked().includes(String(mediumId)));
  const close = () => {
    writeStored(KEY, [String(mediumId), ...readAsked()].slice(0, ASKED_MAX).join(' '));
    setAsked(true);
  };
  if (isAsked || !medium || !rating || rating.rating !== null) return null;
  return (
    <section aria-labelledby="how-was-it">
      <h2 id="how-was-it">How was it?</h2>
      <Stars
        label={`Your rating of ${medium.title}`}
        value={null}
        onChange={(next) => {
          close();
          void rateTitle(medium, { rating: next }, { rating: null });
        }}
      />
      <Button variant="plain" onClick={close}>
        Do not ask again
      </Button>
    </section>
  );
}
