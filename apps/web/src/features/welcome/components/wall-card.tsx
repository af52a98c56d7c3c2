import type { MediumCard } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { Stars } from '#src/components/ui/stars.tsx';
import { generatedPoster } from '#src/features/titles/art.ts';
import css from './wall.module.css';

/** Delay in ms before stars picked by pointer are saved. Until then the member can change the stars. */
const SAVE_AFTER_MS = 900;

/**
 * One poster with its stars, which are saved after a delay when picked by pointer. Stars picked by keyboard
 * are saved on Enter or when the focus leaves, because each arrow key changes the stars.
 */
export function WallCard({
  medium,
  busy,
  onRate,
  onUnseen,
}: {
  medium: MediumCard;
  busy: boolean;
  /** Saves the rating. A failure is shown and does not reject the promise. */
  onRate: (rating: number) => Promise<void>;
  onUnseen: () => void;
}) {
  const [picked, setPicked] = useState<{ mediumId: number; rating: number } | null>(null);
  const byKeyboard = useRef(false);
  const rating = picked?.mediumId === medium.id ? picked.rating : null;

  const saveNow = () => {
    // Clear the stars. After a success the slot has another title, and after a failure the member can pick
    // the same stars again.
    if (rating !== null && !busy) void onRate(rating).finally(() => setPicked(null));
  };
  const save = useEffectEvent(saveNow);
  useEffect(() => {
    if (rating === null || byKeyboard.current) return;
    const timer = setTimeout(() => save(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [rating]);
  // Leaving the page saves stars whose delay has not passed.
  useEffect(() => () => save(), []);

  return (
    <li className={css.card} data-busy={busy || undefined}>
      <PosterImage src={medium.poster_url} fallback={generatedPoster(medium.id)} />
      <p className={css.name} title={medium.title}>
        {medium.title}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles events of the radio buttons inside */}
      <div
        className={css.answer}
        onPointerDown={() => {
          byKeyboard.current = false;
        }}
        onKeyDown={(event) => {
          byKeyboard.current = true;
          if (event.key === 'Enter') saveNow();
        }}
        onBlur={(event) => {
          const left = !event.currentTarget.contains(event.relatedTarget);
          if (left) saveNow();
        }}
      >
        <Stars
          label={`Your rating of ${medium.title}`}
          value={rating}
          onChange={(next) => setPicked({ mediumId: medium.id, rating: next })}
        />
      </div>
      <Button
        variant="plain"
        busy={busy}
        onClick={onUnseen}
        aria-label={`${texts.haventWatched} ${medium.title}`}
      >
        {texts.haventWatched}
      </Button>
    </li>
  );
}
