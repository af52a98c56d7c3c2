import type { UserList } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import * as texts from '@marquee/contracts/texts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { breakable } from '#src/features/titles/breakable.ts';
import type { Filters } from '#src/features/titles/cache/media-keys.ts';
import { inWords, titlesInWords } from '#src/features/titles/facts.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { cx } from '#src/lib/screen/class-names.ts';
import { useNear } from '#src/lib/screen/use-near.ts';
import { useSession } from '#src/lib/session/session.ts';
import { listQuery, playingNowQuery } from '../api.ts';
import { changeInWords } from '../change-in-words.ts';
import css from './list-fan.module.css';

const day = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric' });

/** The posters that an empty fan has room for. */
const OUTLINES = [1, 2, 3];

/** Returns who has the list: `by ada`, or `with Grace and Fay, collaborative`. */
function sharingInWords({ is_owner: own, owner_name: owner, share_items: items, collaborate }: UserList) {
  const words = own ? [] : [`by ${owner ?? 'another member'}`];
  const names = items.flatMap(({ display_name: name }) => name ?? []);
  if (own && names.length > 0) words.push(`with ${inWords.format(names)}`);
  else if (own && items.length > 0) words.push(`shared with ${items.length}`);
  if (collaborate) words.push('collaborative');
  return words.join(', ');
}

/** Says what of Watch Later plays on the member's streaming services, and leads to it. */
function PlayingNow({ list }: { list: UserList }) {
  const count = useQuery(playingNowQuery(list.id)).data;
  if (count === undefined) return null;
  if (count === 0) return <p className="quiet">None plays on your services tonight.</p>;
  return (
    <p>
      <Link to={`${screenAddress(paths.list, { listId: list.id })}?sort=tonight`}>
        {count === 1 ? '1 plays on your services tonight' : `${count} play on your services tonight`}
      </Link>
    </p>
  );
}

/** A list as a fan of the posters that were added last, with what one wants to know before opening it. */
export function ListFan({
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
  const place = useRef<HTMLLIElement>(null);
  const headingId = useId();
  const isNear = useNear(place, eager);
  const id = String(list.id);
  // A list opens at once, and is kept for reading offline.
  useEffect(() => {
    if (isNear) void queryClient.prefetchInfiniteQuery(listQuery(id, filters));
  }, [isNear, id, filters]);
  const address = screenAddress(paths.list, { listId: list.id });
  const covers = list.covers ?? [];
  const { user } = useSession();
  const change = list.last_change;
  const isOwn = change !== null && change.by === user?.display_name;
  const isEmpty = list.count_media === 0;
  const isInvitation = isEmpty && list.list_type === 'watch_later';
  return (
    <li
      ref={place}
      className={cx(css.list, hasArrived && css.arrived, isInvitation && css.invitation)}
      aria-labelledby={headingId}
    >
      <Link
        to={address}
        className={css.fan}
        tabIndex={-1}
        aria-hidden="true"
        data-count={covers.length || OUTLINES.length}
      >
        {covers.toReversed().map((src) => (
          <img key={src} src={src} alt="" width={400} height={600} loading={eager ? 'eager' : 'lazy'} />
        ))}
        {covers.length === 0 && OUTLINES.map((at) => <span key={at} />)}
      </Link>
      <div className={`stack gap-1 ${css.words}`}>
        {hasArrived && <p className={css.label}>Just added</p>}
        <h2 id={headingId} className={css.name}>
          <Link className="title-link" to={address} aria-label={`Open ${list.name}`}>
            {breakable(list.name)}
          </Link>
        </h2>
        <p className="quiet">
          {[isEmpty ? 'Nothing yet' : titlesInWords(list.count_media), sharingInWords(list)]
            .filter(Boolean)
            .join(', ')}
        </p>
        {isInvitation && (
          <>
            <p>Save what you want to see: it waits here and says when it plays.</p>
            <ButtonLink to={paths.discover} variant="primary" className={css.find}>
              Find titles
            </ButtonLink>
          </>
        )}
        {list.list_type === 'watch_later' && !isEmpty && <PlayingNow list={list} />}
        {change && (
          <p className="quiet">
            {changeInWords(isOwn ? { ...change, by: 'You' } : change)} {day.format(new Date(change.at))}
          </p>
        )}
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
      </div>
    </li>
  );
}
