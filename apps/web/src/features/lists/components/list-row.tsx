import type { UserList } from '@marquee/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useCallback, useRef } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Row } from '#src/components/ui/row.tsx';
import { CardSkeleton } from '#src/components/ui/skeleton.tsx';
import type { Filters } from '#src/features/titles/cache/media-keys.ts';
import { titlesOf } from '#src/features/titles/cache/media-pages.ts';
import { TitleCard } from '#src/features/titles/components/title-card.tsx';
import { elsewhereInWords } from '#src/features/titles/elsewhere.ts';
import { useNear } from '#src/lib/screen/use-near.ts';
import { listQuery } from '../api.ts';
import css from './list-row.module.css';

/** One list as a row of its titles. The titles are fetched when the row comes near the window. */
export function ListRow({ list, filters }: { list: UserList; filters: Filters }) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place, false);
  const query = useInfiniteQuery({ ...listQuery(String(list.id), filters), enabled: near });
  const { hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  const titles = titlesOf(query.data);
  const next = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  const items = (): ReactNode => {
    if (isError && titles.length === 0) {
      return (
        <li className={`wrap ${css.note}`}>
          <p className="soft" role="alert">
            We could not load these titles.
          </p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </li>
      );
    }
    if (!query.data) {
      return (
        <li>
          <CardSkeleton />
        </li>
      );
    }
    // The titles that the filters would hide are the last ones. After a change of the filters, the old titles stay until the
    // reply, and the words would be false for them.
    const firstElsewhere = query.isPlaceholderData ? -1 : titles.findIndex(({ elsewhere }) => elsewhere);
    // Where all are on other services, as on the evening of a new member, there is nothing to set them apart from.
    const isPlain = firstElsewhere === 0 && filters.media_type === 'all';
    const count = query.data?.pages[0]?.list.elsewhere_count ?? 0;
    return titles.map((medium, index) => (
      <Fragment key={medium.id}>
        {index === firstElsewhere && !isPlain && (
          <li className={css.elsewhere}>
            <h3>{elsewhereInWords(count, filters)}</h3>
          </li>
        )}
        <li>
          <TitleCard medium={isPlain ? { ...medium, elsewhere: false } : medium} stays />
        </li>
      </Fragment>
    ));
  };

  return (
    <div ref={place}>
      <Row margin title={list.name} {...(hasNextPage && !isFetching && { onNearEnd: next })}>
        {items()}
        {titles.length > 0 && isFetching && hasNextPage && (
          <li>
            <CardSkeleton />
          </li>
        )}
      </Row>
    </div>
  );
}
