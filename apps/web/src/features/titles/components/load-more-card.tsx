import * as texts from '@marquee/contracts/texts';
import { Icon } from '#src/components/ui/icon.tsx';
import css from './load-more-card.module.css';

/** The "Load more" card of a list in which titles were hidden. */
export function LoadMoreCard({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <button type="button" className={css.card} aria-busy={busy || undefined} onClick={onClick}>
      <Icon name="plus" size={28} />
      {texts.loadMore}
    </button>
  );
}
