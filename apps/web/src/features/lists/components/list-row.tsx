import type { UserList } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import * as texts from '@marquee/contracts/texts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useCallback, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { Row } from '#src/components/ui/row.tsx';
import { CardSkeleton } from '#src/components/ui/skeleton.tsx';
import type { Filters } from '#src/features/titles/cache/media-keys.ts';
import { titlesOf } from '#src/features/titles/cache/media-pages.ts';
import { TitleCard } from '#src/features/titles/components/title-card.tsx';
import { elsewhereInWords } from '#src/features/titles/elsewhere.ts';
import { titlesInWords } from '#src/features/titles/facts.ts';
import { cx } from '#src/lib/screen/class-names.ts';
import { useNear } from '#src/lib/screen/use-near.ts';
import { listQuery } from '../api.ts';
import css from './list-row.module.css';

/**
 * Returns the owner or the number of shares, and whether the list is collaborative: `by ada`, `shared with 3,
 * collaborative`.
 */
function sharingInWords({
  is_owner: own,
  owner_name: owner,
  share_items: items,
  collaborate,
}: UserList): string {
  const words = own ? [] : [`by ${owner ?? 'another member'}`];
  if (own && items.length > 0) words.push(`shared with ${items.length}`);
  if (collaborate) words.push('collaborative');
  return words.join(', ');
}

/** One list as a row of its titles. The titles are fetched when the row comes near the window. */
export function ListRow({
  list,
  filters,
  eager,
  hasArrived,
  onShare,
}: {
  list: UserList;
  filters: Filters;
  eager: boolean;
  /** Whether the member has just joined or made the list. */
  hasArrived: boolean;
  onShare: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place, eager);
  const query = useInfiniteQuery({ ...listQuery(String(list.id), filters), enabled: near });
  const { hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  const titles = titlesOf(query.data);
  const next = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const shared = sharingInWords(list);

  if (list.count_media === 0 && (list.list_type === 'watch_later' || list.list_type === 'havent_watched'))
    return (
      <p className={css.line}>
        <Link to={screenAddress(paths.list, { listId: list.id })} aria-label={`Open ${list.name}`}>
          {list.name}
        </Link>
        {texts.emptyList}
      </p>
    );

  const items = (): ReactNode => {
    if (isError && titles.length === 0) {
      return (
        <li className={css.note}>
          <p role="alert">We could not load these titles.</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </li>
      );
    }
    // The text of an empty list does not wait for the reply, so that the rows below do not move.
    if (!query.data && list.count_media > 0) {
      return (
        <li>
          <CardSkeleton />
        </li>
      );
    }
    if (titles.length === 0) {
      return (
        <li className={css.note}>
          <p>{list.count_media > 0 ? 'No title in this list fits your filters.' : texts.emptyList}</p>
          <ButtonLink
            to={list.count_media > 0 ? screenAddress(paths.list, { listId: list.id }) : paths.discover}
          >
            {list.count_media > 0 ? 'Open the list' : 'Find titles to add'}
          </ButtonLink>
        </li>
      );
    }
    // The titles that the filters would hide are the last ones. After a change of the filters, the old titles stay until the
    // reply, and the words would be false for them.
    const firstElsewhere = query.isPlaceholderData ? -1 : titles.findIndex(({ elsewhere }) => elsewhere);
    const count = query.data?.pages[0]?.list.elsewhere_count ?? 0;
    return titles.map((medium, index) => (
      <Fragment key={medium.id}>
        {index === firstElsewhere && (
          <li className={css.elsewhere}>
            <h3>{elsewhereInWords(count, filters)}</h3>
          </li>
        )}
        <li>
          <TitleCard medium={medium} eager={eager && index < 6} stays />
        </li>
      </Fragment>
    ));
  };

  return (
    <div ref={place} className={cx(hasArrived && css.arrived)}>
      <Row
        margin
        title={list.name}
        {...(hasNextPage && !isFetching && { onNearEnd: next })}
        aside={
          <div className={css.aside}>
            {hasArrived && <p className={css.label}>Just added</p>}
            <p>{[titlesInWords(list.count_media), shared].filter(Boolean).join(', ')}</p>
            <p className={css.links}>
              <Link to={screenAddress(paths.list, { listId: list.id })} aria-label={`Open ${list.name}`}>
                Open
              </Link>
              {list.can_share && (
                <button
                  type="button"
                  className={css.share}
                  aria-label={`Share List ${list.name}`}
                  onClick={onShare}
                >
                  {texts.shareList}
                </button>
              )}
            </p>
          </div>
        }
      >
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
