import type { MediumCard } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { Button } from '#src/components/ui/button.tsx';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { SavingStars } from '#src/components/ui/saving-stars.tsx';
import { generatedPoster } from '#src/features/titles/art.ts';
import css from './wall.module.css';

/** Delay in ms before stars picked by pointer are saved. Until then the member can change the stars. */
const SAVE_AFTER_MS = 1_500;

/** One poster with its stars. */
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
  return (
    <li className={css.card} data-busy={busy || undefined}>
      <PosterImage src={medium.poster_url} fallback={generatedPoster(medium.id)} />
      <p className={css.name} title={medium.title}>
        {medium.title}
      </p>
      <div className={css.answer}>
        <SavingStars
          label={`Your rating of ${medium.title}`}
          value={null}
          subject={medium.id}
          delayMs={SAVE_AFTER_MS}
          busy={busy}
          compact
          onSave={onRate}
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
