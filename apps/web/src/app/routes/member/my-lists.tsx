import type { UserList } from '@marquee/contracts';
import { LISTS_DEBOUNCE_MS } from '@marquee/contracts/constants';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import * as texts from '@marquee/contracts/texts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { ComeOver } from '#src/components/ui/come-over.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { ResendButton } from '#src/features/account/components/resend-button.tsx';
import { refreshLists } from '#src/features/lists/add-to-list.ts';
import { listsQuery } from '#src/features/lists/api.ts';
import { readArrivedList, withArrivedList } from '#src/features/lists/arrived-list.ts';
import { FailedLinkNotice, titleOfFailed } from '#src/features/lists/components/failed-link-notice.tsx';
import { Invitations } from '#src/features/lists/components/invitations.tsx';
import { ListFan } from '#src/features/lists/components/list-fan.tsx';
import { ListRow } from '#src/features/lists/components/list-row.tsx';
import { NewListForm } from '#src/features/lists/components/new-list-form.tsx';
import { readFailedLink } from '#src/features/lists/failed-link.ts';
import { useFilters } from '#src/features/preferences/hooks/use-filters.ts';
import { useTitleActions } from '#src/features/titles/hooks/title-actions.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { MemberFilters } from './member-filters.tsx';
import css from './my-lists.module.css';

const ManageDialog = lazy(async () => ({
  default: (await import('#src/features/lists/components/manage-dialog.tsx')).ManageDialog,
}));

/** Haven't Watched is only a line while it is empty. Watch Later then invites the member to save something. */
const isLine = ({ list_type: type, count_media: count }: UserList): boolean =>
  type === 'havent_watched' && count === 0;

/** The order on the screen: what has just arrived, then Watch Later, which one looks into most, and Haven't Watched last. */
const rank = ({ id, list_type: type }: UserList, arrived: number | null): number =>
  id === arrived ? 0 : type === 'watch_later' ? 1 : type === 'havent_watched' ? 3 : 2;

/**
 * The member's lists, each as a fan of posters, and the titles of Watch Later as a row with the filters, which have nothing
 * to filter before. Invitations come first.
 */
export function Component() {
  const filter = useFilters(LISTS_DEBOUNCE_MS);
  const lists = useQuery(listsQuery);
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const failed = readFailedLink(state);
  const [managing, setManaging] = useState(false);
  const actions = useTitleActions();
  const [isNaming, setNaming] = useState(false);
  const arrived = readArrivedList(state);
  const joined = (lists.data ?? [])
    .filter((list) => !list.pending_accept)
    .toSorted((a, b) => rank(a, arrived) - rank(b, arrived));
  const shown = joined.filter((list) => !isLine(list));
  const watchLater = joined.find((list) => list.list_type === 'watch_later' && list.count_media > 0);
  const showFirst = ({ id }: UserList) =>
    void navigate(pathname + search, { replace: true, state: withArrivedList(id) });

  return (
    <>
      <Page
        title={failed ? titleOfFailed(failed) : texts.myLists}
        heading={texts.myLists}
        aside={
          <Button variant="plain" onClick={() => setManaging(true)}>
            Manage lists
          </Button>
        }
      >
        {lists.data && <Invitations lists={lists.data} resend={<ResendButton />} onAccept={showFirst} />}
        {failed ? (
          <FailedLinkNotice
            failed={failed}
            onDismiss={() => void navigate(pathname + search, { replace: true })}
          />
        ) : lists.isPending ? (
          <div className={css.fans} aria-hidden="true">
            <Skeleton height="18rem" />
            <Skeleton height="18rem" />
          </div>
        ) : lists.isError && !lists.data ? (
          <QueryError of={lists} />
        ) : (
          <div className={`stack gap-7 ${css.rows}`}>
            <ul className={css.fans} aria-label="Lists">
              {shown.map((list, index) => (
                <ListFan
                  key={list.id}
                  list={list}
                  filters={filter.settled}
                  eager={index < 3}
                  hasArrived={list.id === arrived}
                  onShare={() => actions?.shareList(list)}
                />
              ))}
              <li>
                <button
                  type="button"
                  className={css.new}
                  aria-expanded={isNaming}
                  onClick={() => setNaming(!isNaming)}
                >
                  New list
                </button>
              </li>
            </ul>
            {isNaming && (
              <NewListForm
                taken={joined.filter((list) => list.is_owner).map(({ name }) => name)}
                onCancel={() => setNaming(false)}
                onCreated={(list) => {
                  setNaming(false);
                  showToast(`“${list.name}” is in My Lists.`);
                  refreshLists();
                  void navigate(screenAddress(paths.list, { listId: list.id }), {
                    state: withArrivedList(list.id),
                  });
                }}
              />
            )}
            {watchLater && (
              <div className={`stack gap-4 ${css.later}`}>
                <MemberFilters {...filter} />
                <ListRow list={watchLater} filters={filter.settled} />
              </div>
            )}
            {joined.filter(isLine).map((list) => (
              <p key={list.id} className={`wrap ${css.line}`}>
                <Link to={screenAddress(paths.list, { listId: list.id })} aria-label={`Open ${list.name}`}>
                  {list.name}
                </Link>
                Nothing yet
              </p>
            ))}
            {joined.every((list) => list.count_media === 0) && <ComeOver />}
          </div>
        )}
      </Page>
      <Suspense fallback={null}>{managing && <ManageDialog onClose={() => setManaging(false)} />}</Suspense>
      <Outlet />
    </>
  );
}
