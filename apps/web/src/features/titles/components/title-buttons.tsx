import type { MediumCard } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { Button } from '#src/components/ui/button.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import { hasEpisodes } from '../has-episodes.ts';
import { useLeaving } from '../hooks/leaving.ts';
import { useTitleActions } from '../hooks/title-actions.ts';
import { seenInWords } from '../seen-in-words.ts';
import css from './title-buttons.module.css';
import { WatchLaterButton } from './watch-later-button.tsx';

/** The member's actions for the title, besides the stars. Renders nothing for visitors. */
export function TitleButtons({ medium }: { medium: MediumCard }) {
  const actions = useTitleActions();
  const leaving = useLeaving(medium.id);
  if (!actions) return null;
  const hidden = medium.hidden !== leaving;
  const { seen, progress } = medium;
  // Of a series whose episodes are known, they say what is seen.
  const byEpisode = hasEpisodes(medium);
  const isSeen =
    progress !== null && progress.seen > 0
      ? progress.state === 'finished' || progress.state === 'up_to_date'
      : seen !== null;
  return (
    <div className={css.buttons}>
      <Button
        data-on={medium.has_list || undefined}
        onClick={() => actions.editLists(medium)}
        title={texts.addOrEditLists}
      >
        <Icon name={medium.has_list ? 'check' : 'plus'} />
        Lists
      </Button>
      <WatchLaterButton medium={medium} actions={actions} />
      {(byEpisode || medium.rating === null || seen !== null) && (
        <Button
          aria-pressed={isSeen}
          data-on={isSeen || undefined}
          onClick={() => actions.setSeen(medium, isSeen ? null : {})}
        >
          <Icon name={isSeen ? 'check' : 'show'} />
          Seen
        </Button>
      )}
      <Button onClick={() => (hidden ? actions.unhide(medium) : actions.hide(medium))}>
        <Icon name={hidden ? 'show' : 'hide'} />
        {hidden ? 'Unhide' : 'Hide'}
      </Button>
      <Button onClick={() => actions.share(medium)}>
        <Icon name="share" />
        Share
      </Button>
      {!byEpisode && seen !== null && (
        <p className={css.seen}>
          {seenInWords(seen)}.{' '}
          <Button variant="plain" onClick={() => actions.editSeen(medium)}>
            {seen.seen_on === null ? 'Say when' : 'Change or add a view'}
          </Button>
        </p>
      )}
    </div>
  );
}
