import type { MediumCard } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { Button } from '#src/components/ui/button.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import type { TitleActions } from '../hooks/title-actions.ts';
import { useInWatchLater } from '../hooks/watch-later.ts';

/** Adds to Watch Later. The button is filled while the title is in the list, and then removes it. */
export function WatchLaterButton({ medium, actions }: { medium: MediumCard; actions: TitleActions }) {
  const isIn = useInWatchLater(medium.id);
  return (
    <Button
      aria-pressed={isIn}
      data-on={isIn || undefined}
      onClick={() => (isIn ? actions.removeFromWatchLater(medium) : void actions.addTo('watchLater', medium))}
    >
      <Icon name={isIn ? 'check' : 'clock'} />
      {texts.watchLater}
    </Button>
  );
}
