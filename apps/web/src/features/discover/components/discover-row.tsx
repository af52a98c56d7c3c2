import type { GroupedMedia } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Row } from '#src/components/ui/row.tsx';
import { RowLink } from '#src/components/ui/row-link.tsx';
import { CardSkeleton } from '#src/components/ui/skeleton.tsx';
import type { RowFilters } from '#src/features/titles/cache/media-keys.ts';
import { titlesOf } from '#src/features/titles/cache/media-pages.ts';
import { LoadMoreCard } from '#src/features/titles/components/load-more-card.tsx';
import { TitleCard } from '#src/features/titles/components/title-card.tsx';
import { heldTitle } from '#src/features/titles/hooks/held.ts';
import { useHideCount } from '#src/features/titles/hooks/use-hide-count.ts';
import { useNear } from '#src/lib/screen/use-near.ts';
import { useStore } from '#src/lib/storage/store.ts';
import { rowQuery } from '../api.ts';
import { rowInWords, splitRowName } from '../row-name.ts';
import css from './discover-row.module.css';

/** The row's name as a link to all of its titles, with the filters of Discover. */
function Heading({ group }: { group: GroupedMedia }) {
  const { search } = useLocation();
  const { title, suffix } = splitRowName(group);
  return (
    <RowLink to={{ pathname: screenAddress(paths.row, { rowId: group.id }), search }}>
      {title}
      {suffix && <span className={css.suffix}> {suffix}</span>}
    </RowLink>
  );
}

/** Number of cards drawn at first, and added each time the end of the strip comes near. */
const STEP = 10;

function Count({ group }: { group: GroupedMedia }) {
  return <p className={css.count}>{rowInWords(group.years, group.pagination)}</p>;
}

/**
 * One row of Discover, which loads more titles when its end comes near the window. Hidden titles are removed
 * from the row, and rated titles from the recommendations once their stars are closed.
 */
function FilledRow({ group, filters, lead }: Omit<RowProps, 'eager'>) {
  const more = useInfiniteQuery(rowQuery(group.id, filters));
  const all = titlesOf(group.media, more.data);
  const { loadMore, reset } = useHideCount(all);
  const held = useStore(heldTitle);
  const [limit, setLimit] = useState(STEP);
  const shown = all.filter(
    (medium) =>
      medium.id !== lead &&
      !medium.hidden &&
      (group.kind !== 'recommended' || medium.rating === null || medium.id === held),
  );
  const hasMore = more.data ? more.hasNextPage : group.pagination.has_more;
  const { fetchNextPage, isFetching, isError } = more;
  const mayFetch = hasMore && !isFetching && !isError;
  const allDrawn = loadMore || limit >= shown.length;
  const goOn = useCallback(() => {
    setLimit((drawn) => drawn + STEP);
    if (allDrawn && mayFetch) void fetchNextPage();
  }, [allDrawn, mayFetch, fetchNextPage]);

  if (shown.length === 0 && !loadMore) return null;
  return (
    <Row
      margin
      title={group.title}
      heading={<Heading group={group} />}
      aside={<Count group={group} />}
      {...((mayFetch || !allDrawn) && { onNearEnd: goOn })}
    >
      {shown.slice(0, allDrawn ? undefined : limit).map((medium) => (
        <li key={medium.id}>
          <TitleCard medium={medium} />
        </li>
      ))}
      {allDrawn && (loadMore || (isError && hasMore)) && (
        <li>
          <LoadMoreCard
            busy={isFetching}
            onClick={() => {
              reset();
              if (hasMore) void fetchNextPage();
            }}
          />
        </li>
      )}
      {allDrawn && isFetching && (
        <li>
          <CardSkeleton />
        </li>
      )}
    </Row>
  );
}

interface RowProps {
  group: GroupedMedia;
  filters: RowFilters;
  /** The id of the lead, or null. The row omits the lead. */
  lead: number | null;
  /** Draws the row at once because it is near the top. The posters of the row load after the lead's picture. */
  eager?: boolean;
}

/** A row of Discover. It is a skeleton of the final height until it comes near the window. */
export function DiscoverRow({ eager = false, ...row }: RowProps) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place, eager);
  return (
    <div ref={place} className={css.place}>
      {near ? (
        <FilledRow {...row} />
      ) : (
        <Row
          margin
          title={row.group.title}
          heading={<Heading group={row.group} />}
          aside={<Count group={row.group} />}
        >
          <li>
            <CardSkeleton />
          </li>
        </Row>
      )}
    </div>
  );
}
