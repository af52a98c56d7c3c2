import type { MediumCard } from '@marquee/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { ToldStory } from '#src/features/titles/components/told-story.tsx';
import type { CardAction } from '#src/features/titles/hooks/title-actions.ts';
import { useSession } from '#src/lib/session/session.ts';
import { useClosesAlone } from '../hooks/use-closes-alone.ts';
import { holdTitle } from '../rate-title.ts';
import css from './rating-dialog.module.css';
import { TitleRating } from './title-rating.tsx';

/**
 * Rates a title: beside the `anchor`, or else over the page. The stars save themselves. Then the dialog closes: after a
 * moment when the setting for tags is on, so that there is time to reach for them.
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
  /** Called when the dialog of a title that was rated has closed. Earlier, another title would appear below it. */
  onRated?: (() => void) | undefined;
}) {
  const { user } = useSession();
  const withTags = user?.add_tags_while_rating ?? true;
  const [isRated, setRated] = useState(false);
  const wasRated = useRef(false);
  const rated = (rating: number | null) => {
    if (rating !== null) {
      setRated(true);
      wasRated.current = true;
    }
    if (rating === null || !withTags) onClose();
  };
  const body = useRef<HTMLDivElement>(null);
  useClosesAlone(body, isRated, onClose);
  useEffect(() => holdTitle(medium.id), [medium.id]);
  const closed = useEffectEvent(() => wasRated.current && onRated?.());
  useEffect(() => () => void closed(), []);
  const showsMore = anchor !== undefined && more.length > 0 && !isRated;
  const content = (
    <div ref={body} className={css.body}>
      {showsMore && <ToldStory id={medium.id} className={`stack gap-1 ${css.story}`} />}
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
      {content}
    </Panel>
  ) : (
    <Dialog title={medium.title} onClose={onClose}>
      {content}
    </Dialog>
  );
}
