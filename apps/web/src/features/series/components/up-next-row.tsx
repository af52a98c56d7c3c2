import * as paths from '@marquee/contracts/paths';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Row } from '#src/components/ui/row.tsx';
import { RowLink } from '#src/components/ui/row-link.tsx';
import { useSettled } from '#src/lib/screen/use-settled.ts';
import { upNextQuery } from '../api.ts';
import { hadUpNext, noteUpNext } from '../up-next-hint.ts';
import { UpNextCard, UpNextSkeleton } from './up-next-card.tsx';
import css from './up-next-row.module.css';

/** Series in the row. The screen Up next has all. */
const SHOWN = 10;

/**
 * The row of the series that the member is watching. Where the last visit had some, its place is kept from the start; else it is
 * asked for after the page's own calls.
 */
export function UpNextRow() {
  const isExpected = hadUpNext();
  const isSettled = useSettled();
  const { data, isPending } = useInfiniteQuery({ ...upNextQuery(), enabled: isExpected || isSettled });
  const items = data?.pages[0]?.up_next.filter(({ medium }) => !medium.hidden);
  const count = items?.length;
  useEffect(() => {
    if (count !== undefined) noteUpNext(count > 0);
  }, [count]);
  if (items ? count === 0 : !isPending || !isExpected) return null;
  return (
    <Row
      margin
      title="Up next"
      heading={<RowLink to={paths.upNext}>Up next</RowLink>}
      className={css.row ?? ''}
    >
      {items ? (
        items.slice(0, SHOWN).map((item) => (
          <li key={item.medium.id}>
            <UpNextCard item={item} />
          </li>
        ))
      ) : (
        <li>
          <UpNextSkeleton />
        </li>
      )}
    </Row>
  );
}
