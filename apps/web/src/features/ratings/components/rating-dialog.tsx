import type { MediumCard } from '@marquee/contracts';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import type { CardAction } from '#src/features/titles/hooks/title-actions.ts';
import { useSession } from '#src/lib/session/session.ts';
import css from './rating-dialog.module.css';
import { TitleRating } from './title-rating.tsx';

/**
 * Rates a title: beside the `anchor`, or else over the page. The stars save themselves. Then the dialog closes, or shows
 * the tags when the setting for tags is on.
 */
export function RatingDialog({
  medium,
  anchor,
  more = [],
  onClose,
  onRated,
}: {
  medium: MediumCard;
  anchor?: Element | undefined;
  /** Further actions of the title, shown until it is rated. */
  more?: readonly CardAction[] | undefined;
  onClose: () => void;
  /** Called when the first rating is saved, not when a rating is cleared. */
  onRated?: (() => void) | undefined;
}) {
  const { user } = useSession();
  const withTags = user?.add_tags_while_rating ?? true;
  const [isRated, setRated] = useState(false);
  const rated = (rating: number | null) => {
    if (rating !== null && !isRated) onRated?.();
    setRated(true);
    if (rating === null || !withTags) onClose();
  };
  const showsMore = anchor !== undefined && more.length > 0 && !isRated;
  const body = (
    <div className={css.body}>
      <TitleRating medium={medium} firstFocus onRated={rated} />
      {showsMore && (
        <div className={css.more}>
          {more.map(({ key, icon, label, isOn, run }) => (
            <Button
              key={key}
              data-on={isOn || undefined}
              onClick={() => {
                onClose();
                run(anchor);
              }}
            >
              <Icon name={icon} filled={icon === 'star' && isOn} />
              {label}
            </Button>
          ))}
        </div>
      )}
      {!showsMore && withTags && (isRated || medium.rating !== null) && (
        <Button variant="primary" className={css.done} onClick={onClose}>
          Done
        </Button>
      )}
    </div>
  );
  return anchor ? (
    <Panel title={medium.title} anchor={anchor} onClose={onClose}>
      {body}
    </Panel>
  ) : (
    <Dialog title={medium.title} onClose={onClose}>
      {body}
    </Dialog>
  );
}
