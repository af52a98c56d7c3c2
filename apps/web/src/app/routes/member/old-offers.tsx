import type { MediumCard } from '@marquee/contracts';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { readStored, writeStored } from '#src/lib/storage/storage.ts';
import css from './old-offers.module.css';

const KEY = 'old_offers';
const YEAR_MS = 365 * 24 * 60 * 60_000;

/** Says once on this device that the offers are old, with their year. Nothing while the newest one is not. */
export function OldOffers({ medium }: { medium: MediumCard }) {
  const checked = Math.max(...medium.provider_medium.map(({ checked_at }) => Date.parse(checked_at)));
  const year = Number.isFinite(checked) ? String(new Date(checked).getUTCFullYear()) : null;
  const [dismissed, setDismissed] = useState(() => readStored(KEY));
  if (year === null || Date.now() - checked < YEAR_MS || dismissed === year) return null;
  return (
    <aside className={`wrap soft ${css.notice}`} aria-label="Age of the offers">
      <p>
        We last checked where titles play in {year}, and some have moved since. Each title says when it was
        checked.
      </p>
      <Button
        variant="plain"
        onClick={() => {
          writeStored(KEY, year);
          setDismissed(year);
        }}
      >
        Got it
      </Button>
    </aside>
  );
}
