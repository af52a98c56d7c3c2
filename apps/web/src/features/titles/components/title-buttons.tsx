import type { MediumCard } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { Button } from '#src/components/ui/button.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
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
      {(medium.rating === null || medium.seen !== null) && (
        <Button
          aria-pressed={medium.seen !== null}
          data-on={medium.seen !== null || undefined}
          onClick={() => actions.setSeen(medium, medium.seen === null ? {} : null)}
        >
          <Icon name={medium.seen === null ? 'show' : 'check'} />
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
      {medium.seen !== null && (
        <p className={css.seen}>
          {seenInWords(medium.seen)}.{' '}
          <Button variant="plain" onClick={() => actions.editSeen(medium)}>
            {medium.seen.seen_on === null ? 'Say when' : 'Change or add a view'}
          </Button>
        </p>
      )}
    </div>
  );
}
