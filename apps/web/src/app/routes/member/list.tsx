import type { ListSort, MediumCard, UserList } from '@marquee/contracts';
import { ApiError } from '@marquee/contracts/client';
import { LISTS_DEBOUNCE_MS } from '@marquee/contracts/constants';
import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ConfirmPanel } from '#src/components/ui/panel.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Select } from '#src/components/ui/select.tsx';
import { GridSkeleton, Skeleton } from '#src/components/ui/skeleton.tsx';
import { listQuery } from '#src/features/lists/api.ts';
import { AddTitle } from '#src/features/lists/components/add-title.tsx';
import { ListHeader } from '#src/features/lists/components/list-header.tsx';
import { PendingList } from '#src/features/lists/components/pending-list.tsx';
import { SortableGrid } from '#src/features/lists/components/sortable-grid.tsx';
import { useListChanges } from '#src/features/lists/hooks/use-list-changes.ts';
import { useListOrder } from '#src/features/lists/hooks/use-list-order.ts';
import { removeTitle } from '#src/features/lists/remove-title.ts';
import { useFilters } from '#src/features/preferences/hooks/use-filters.ts';
import type { Filters } from '#src/features/titles/cache/media-keys.ts';
import { titlesOf } from '#src/features/titles/cache/media-pages.ts';
import { TitleGrid } from '#src/features/titles/components/title-grid.tsx';
import { elsewhereInWords } from '#src/features/titles/elsewhere.ts';
import { type CardAction, useTitleActions } from '#src/features/titles/hooks/title-actions.ts';
import { useTitle } from '#src/lib/screen/use-title.ts';
import css from './list.module.css';
import { MemberFilters } from './member-filters.tsx';

/** The orders of a list. An empty value means its own. */
const ORDERS = [
  { value: '', label: 'Order of the list' },
  { value: 'tonight', label: 'Tonight' },
  { value: 'runtime', label: 'Shortest first' },
  { value: 'match', label: 'Best match' },
  { value: 'added', label: 'Last added' },
] as const satisfies readonly { value: ListSort | ''; label: string }[];

const ALL_TITLES: Filters = { all_streaming: true, media_type: 'all' };

type Data = NonNullable<ReturnType<NonNullable<ReturnType<typeof listQuery>['select']>>>;

function Titles({
  list,
  query,
  sorting,
  filters,
}: {
  list: UserList;
  filters: Filters;
  query: UseInfiniteQueryResult<Data>;
  sorting: boolean;
}) {
  const { order, move } = useListOrder(list);
  const [removing, setRemoving] = useState<{ medium: MediumCard; anchor: Element } | null>(null);
  const titles = titlesOf(query.data);
  const actionFor = (medium: MediumCard): CardAction => ({
    key: 'x',
    icon: 'close',
    label: 'Remove from list',
    run: (anchor) => setRemoving({ medium, anchor }),
  });
  return (
    <>
      {sorting && list.can_edit && titles.length > 0 ? (
        <SortableGrid label={list.name} titles={titles} order={order} onMove={move} pages={query} />
      ) : (
        <TitleGrid
          label={list.name}
          query={query}
          showHidden
          actionFor={list.can_edit ? actionFor : undefined}
          empty={
            <EmptyState
              text={texts.emptyList}
              action={<ButtonLink to={paths.discover}>Find titles to add</ButtonLink>}
            />
          }
          elsewhere={
            // After a change of the filters, the old titles stay until the reply, and the words would be false for them.
            !query.isPlaceholderData && (
              <h2 className={css.elsewhere}>{elsewhereInWords(list.elsewhere_count ?? 0, filters)}</h2>
            )
          }
        />
      )}
      {removing && (
        <ConfirmPanel
          title="Remove this title?"
          anchor={removing.anchor}
          confirm="Remove it"
          cancel="Keep it"
          onConfirm={() => {
            setRemoving(null);
            void removeTitle(list, removing.medium);
          }}
          onCancel={() => setRemoving(null)}
        >
          <p>
            “{removing.medium.title}” is removed from “{list.name}”.
          </p>
        </ConfirmPanel>
      )}
    </>
  );
}

/** One list. Editors add, remove and sort its titles. */
export function Component() {
  const { listId = '' } = useParams();
  const filter = useFilters(LISTS_DEBOUNCE_MS);
  const [params, setParams] = useSearchParams();
  const sorting = params.get('sorting') === 'true';
  // Sorting shows the order of all titles. That of tonight ends with a line where the member's services end.
  const order = ORDERS.find(({ value }) => value === params.get('sort'))?.value || undefined;
  const filters = sorting
    ? ALL_TITLES
    : {
        ...filter.settled,
        ...(order && { sort: order }),
        ...(order === 'tonight' && { all_streaming: false }),
      };
  const query = useInfiniteQuery(listQuery(listId, filters));
  const list = query.data?.pages[0]?.list;
  useListChanges(list);
  const navigate = useNavigate();
  const actions = useTitleActions();
  const set = (key: 'sorting' | 'sort', value: string) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        if (value !== '') next.set(key, value);
        else next.delete(key);
        return next;
      },
      { preventScrollReset: true },
    );
  useTitle(list?.name ?? 'List');

  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <EmptyState
        alert
        text="This list does not exist."
        more="It may have been deleted, or it is no longer shared with you."
        action={<ButtonLink to={paths.myLists}>Back to My Lists</ButtonLink>}
      />
    );
  }
  if (!list) {
    return query.isError ? (
      <QueryError of={query} />
    ) : (
      <div className={css.page}>
        <div className={`stack gap-2 ${css.header}`} aria-hidden="true">
          <Skeleton width="60%" height="calc(1.08 * var(--size-h1))" />
          <Skeleton width="6rem" height="calc(1.55 * var(--size-lead))" />
        </div>
        <Skeleton height="var(--control)" />
        <GridSkeleton />
      </div>
    );
  }
  if (list.pending_accept && list.code !== null) {
    return <PendingList list={list} code={list.code} onReject={() => void navigate(paths.myLists)} />;
  }
  return (
    <>
      <div className={css.page}>
        <ListHeader
          list={list}
          sorting={sorting}
          onSorting={(on) => set('sorting', on ? 'true' : '')}
          onShare={() => actions?.shareList(list)}
        >
          <MemberFilters {...filter} />
        </ListHeader>
        <div className={css.tools}>
          {list.can_edit && <AddTitle list={list} />}
          {!sorting && list.count_media > 1 && (
            <Select
              label="Order"
              labelHidden
              choices={ORDERS}
              value={order ?? ''}
              onChange={(value) => set('sort', value)}
            />
          )}
        </div>
        <Titles key={list.id} list={list} query={query} sorting={sorting} filters={filters} />
      </div>
      <Outlet />
    </>
  );
}
