import type { MediumCard } from '@marquee/contracts';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import { InfiniteGrid } from '#src/components/ui/infinite-grid.tsx';
import type { Pages } from '#src/components/ui/page-end.tsx';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { generatedPoster } from '#src/features/titles/art.ts';
import { cx } from '#src/lib/screen/class-names.ts';
import { useIsPhone } from '#src/lib/screen/phone.ts';
import { useReorder } from '../hooks/use-reorder.ts';
import { inOrder, moveToIndex } from '../reorder.ts';
import { MoveDialog } from './move-dialog.tsx';
import css from './sortable-grid.module.css';

/** On a phone each title is a line of this height in pixels, in one column. */
const LINE_HEIGHT = 72;
const LINE_WIDTH = 640;

/**
 * The titles of a list while they are sorted: by dragging, by keys with announcements, or by position. `order` has all
 * ids of the list, loaded or not.
 */
export function SortableGrid({
  label,
  titles,
  order,
  onMove,
  pages,
}: {
  label: string;
  titles: readonly MediumCard[];
  order: readonly number[];
  onMove: (order: readonly number[]) => void;
  pages: Pages;
}) {
  const [sending, setSending] = useState<MediumCard | null>(null);
  const name = (id: number) => titles.find((medium) => medium.id === id)?.title ?? 'The title';
  const { shown, held, last, announcement, handleProps } = useReorder({
    order,
    loaded: titles.length,
    name,
    onMove,
  });
  const items = inOrder(titles, shown);
  const isPhone = useIsPhone();

  return (
    <div className={css.sorting}>
      <p id="how-to-sort" className={css.how}>
        Drag a title by its handle.{' '}
        <span className={css.keys}>
          With the keyboard: Space picks it up, the arrows move it, Space drops it, Esc puts it back.
        </span>
      </p>
      <p className="visually-hidden" role="status" aria-live="assertive">
        {announcement}
      </p>
      <InfiniteGrid
        label={label}
        items={items}
        keyOf={(medium) => medium.id}
        total={order.length}
        {...(isPhone ? { minColumn: LINE_WIDTH, itemHeight: LINE_HEIGHT } : { captionHeight: 104 })}
        pinned={items.findIndex(({ id }) => id === last)}
        render={(medium) => (
          <div
            className={cx('stack gap-2', css.tile, held === medium.id && css.held)}
            data-sort-id={medium.id}
          >
            <PosterImage src={medium.poster_url} fallback={generatedPoster(medium.id)} />
            <p className={css.title} title={medium.title}>
              {medium.title}
            </p>
            <div className={css.bar}>
              <button
                type="button"
                className={css.handle}
                data-handle={medium.id}
                aria-label={`Move ${medium.title}, ${shown.indexOf(medium.id) + 1} of ${shown.length}`}
                aria-describedby="how-to-sort"
                aria-pressed={held === medium.id}
                {...handleProps(medium.id)}
              >
                <Icon name="grip" />
              </button>
              <Button
                variant="plain"
                aria-label={`Move to… ${medium.title}`}
                onClick={() => setSending(medium)}
              >
                Move to…
              </Button>
            </div>
          </div>
        )}
        pages={pages}
        endText="The end of the list."
      />
      {sending && (
        <MoveDialog
          title={sending.title}
          place={shown.indexOf(sending.id)}
          count={shown.length}
          onClose={() => setSending(null)}
          onMove={(place) => {
            setSending(null);
            onMove(moveToIndex(shown, sending.id, place));
          }}
        />
      )}
    </div>
  );
}
