import type { GroupedMedia } from '@marquee/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { titlesInWords } from '#src/components/titles/facts.ts';
import { LoadMoreCard } from '#src/components/titles/load-more-card.tsx';
import { TitleCard } from '#src/components/titles/title-card.tsx';
import { useHideCount } from '#src/components/titles/use-hide-count.ts';
import { Row } from '#src/components/ui/row.tsx';
import { CardSkeleton } from '#src/components/ui/skeleton.tsx';
import type { Filters } from '#src/lib/media-keys.ts';
import { titlesOf } from '#src/lib/media-pages.ts';
import { rowQuery } from '../api/get-row.ts';
import css from './discover-row.module.css';

const STAFF = ' Staff Picked';

/** The suffix of staff lists is set apart, in a quieter voice. */
function namesOf({ kind, title }: GroupedMedia): { title: string; suffix?: string } {
  if (kind !== 'staff') return { title };
  return { title: title.endsWith(STAFF) ? title.slice(0, -STAFF.length) : title, suffix: STAFF.trim() };
}

/**
 * One row of Discover; it goes on while its end is in reach. Hidden titles leave it, rated ones leave the
 * recommendations. `lead` is the title that stands above all rows and is not repeated.
 */
export function DiscoverRow({
  group,
  filters,
  lead,
  eager = false,
}: {
  group: GroupedMedia;
  filters: Filters;
  lead?: number | undefined;
  eager?: boolean;
}) {
  const more = useInfiniteQuery(rowQuery(group.id, filters));
  const all = titlesOf(group.media, more.data);
  const { loadMore, reset } = useHideCount(all);
  const shown = all.filter(
    (medium) =>
      medium.id !== lead && !medium.hidden && (group.kind !== 'recommended' || medium.rating === null),
  );
  const hasMore = more.data ? more.hasNextPage : group.pagination.has_more;
  const { fetchNextPage, isFetching, isError } = more;
  const mayContinue = hasMore && !isFetching && !isError;
  const next = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  if (shown.length === 0 && !loadMore) return null;
  return (
    <Row
      margin
      {...namesOf(group)}
      aside={<p className={css.count}>{titlesInWords(group.pagination.total_count)}</p>}
      {...(mayContinue && { onNearEnd: next })}
    >
      {shown.map((medium, index) => (
        <li key={medium.id}>
          <TitleCard medium={medium} eager={eager && index < 6} />
        </li>
      ))}
      {(loadMore || (isError && hasMore)) && (
        <li>
          <LoadMoreCard
            busy={isFetching}
            onClick={() => {
              reset();
              if (hasMore) next();
            }}
          />
        </li>
      )}
      {isFetching && (
        <li>
          <CardSkeleton />
        </li>
      )}
    </Row>
  );
}
