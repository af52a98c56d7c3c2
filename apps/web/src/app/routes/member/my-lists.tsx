import type { UserList } from '@marquee/contracts';
import { LISTS_DEBOUNCE_MS } from '@marquee/contracts/constants';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import * as texts from '@marquee/contracts/texts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { ComeOver } from '#src/components/ui/come-over.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { RowSkeleton } from '#src/components/ui/skeleton.tsx';
import { ResendButton } from '#src/features/account/components/resend-button.tsx';
import { refreshLists } from '#src/features/lists/add-to-list.ts';
import { listsQuery } from '#src/features/lists/api.ts';
import { readArrivedList, withArrivedList } from '#src/features/lists/arrived-list.ts';
import { FailedLinkNotice, titleOfFailed } from '#src/features/lists/components/failed-link-notice.tsx';
import { Invitations } from '#src/features/lists/components/invitations.tsx';
import { ListRow } from '#src/features/lists/components/list-row.tsx';
import { NewListForm } from '#src/features/lists/components/new-list-form.tsx';
import { readFailedLink } from '#src/features/lists/failed-link.ts';
import { useFilters } from '#src/features/preferences/hooks/use-filters.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { MemberFilters } from './member-filters.tsx';
import css from './my-lists.module.css';

const ManageDialog = lazy(async () => ({
  default: (await import('#src/features/lists/components/manage-dialog.tsx')).ManageDialog,
}));
const ShareDialog = lazy(async () => ({
  default: (await import('#src/features/lists/components/share-dialog.tsx')).ShareDialog,
}));

/** The order on the screen: what has just arrived, then the lists that somebody made, then the two that everybody has. */
const rank = ({ id, list_type }: UserList, arrived: number | null): number =>
  id === arrived ? 0 : list_type === 'watch_later' || list_type === 'havent_watched' ? 2 : 1;

/** The member's lists, each as a row of titles. Invitations come first. */
export function Component() {
  const filter = useFilters(LISTS_DEBOUNCE_MS);
  const lists = useQuery(listsQuery);
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const failed = readFailedLink(state);
  const [managing, setManaging] = useState(false);
  const [sharing, setSharing] = useState<UserList | null>(null);
  const [isNaming, setNaming] = useState(false);
  const arrived = readArrivedList(state);
  const joined = (lists.data ?? [])
    .filter((list) => !list.pending_accept)
    .toSorted((a, b) => rank(a, arrived) - rank(b, arrived));
  const showFirst = ({ id }: UserList) =>
    void navigate(pathname + search, { replace: true, state: withArrivedList(id) });

  return (
    <>
      <Page
        title={failed ? titleOfFailed(failed) : texts.myLists}
        heading={texts.myLists}
        aside={
          <div className={css.buttons}>
            <Button aria-expanded={isNaming} onClick={() => setNaming(!isNaming)}>
              New list
            </Button>
            <Button onClick={() => setManaging(true)}>Manage lists</Button>
          </div>
        }
      >
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
        {failed ? null : (
          <div className={css.filters}>
            <MemberFilters {...filter} />
          </div>
        )}
        {lists.data && <Invitations lists={lists.data} resend={<ResendButton />} onAccept={showFirst} />}
        {failed ? (
          <FailedLinkNotice
            failed={failed}
            onDismiss={() => void navigate(pathname + search, { replace: true })}
          />
        ) : lists.isPending ? (
          <div className={css.rows} aria-hidden="true">
            <RowSkeleton margin />
            <RowSkeleton margin />
          </div>
        ) : lists.isError && !lists.data ? (
          <QueryError error={lists.error} onRetry={() => void lists.refetch()} />
        ) : (
          <div className={css.rows}>
            {joined.map((list, index) => (
              <ListRow
                key={list.id}
                list={list}
                filters={filter.settled}
                eager={index < 2}
                hasArrived={list.id === arrived}
                onShare={() => setSharing(list)}
              />
            ))}
            {joined.every((list) => list.count_media === 0) && <ComeOver />}
          </div>
        )}
      </Page>
      <Suspense fallback={null}>
        {managing && <ManageDialog onClose={() => setManaging(false)} />}
        {sharing && <ShareDialog list={sharing} onClose={() => setSharing(null)} />}
      </Suspense>
      <Outlet />
    </>
  );
}
