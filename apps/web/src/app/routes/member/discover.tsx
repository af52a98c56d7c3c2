import { DISCOVER_DEBOUNCE_MS } from '@marquee/contracts/constants';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { Outlet, useParams } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { FilterBar } from '#src/components/ui/filter-bar.tsx';
import { PageEnd } from '#src/components/ui/page-end.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { rowsQuery } from '#src/features/discover/api/get-rows.ts';
import { DiscoverRow } from '#src/features/discover/components/discover-row.tsx';
import { DiscoverSkeleton } from '#src/features/discover/components/discover-skeleton.tsx';
import { Lead } from '#src/features/discover/components/lead.tsx';
import { varyRows } from '#src/features/discover/vary-rows.ts';
import { PendingInteraction } from '#src/features/interactions/components/pending-interaction.tsx';
import { mediumQuery } from '#src/features/titles/api/get-medium.ts';
import { leadOf } from '#src/lib/early.ts';
import { readFilters, useFilters } from '#src/lib/filters.ts';
import { queryClient } from '#src/lib/query-client.ts';
import { readSession, useSession } from '#src/lib/session.ts';
import { useTitle } from '#src/lib/use-title.ts';
import css from './discover.module.css';
import { MemberActions, useAskAbout } from './member-actions.tsx';

const today = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' });

/** How long after a title has arrived over the page the page's own rows are asked for. */
const AFTER_TITLE_MS = 1_000;

/**
 * Whether a title lies over the page, and whether the page's own turn to ask has come: the title is what the person
 * wants to see, so it and what it brings along go first.
 */
function useTitleOnTop(): { covered: boolean; mayAsk: boolean } {
  const { mediaId } = useParams();
  const covered = mediaId !== undefined;
  const title = useQuery({ ...mediumQuery(Number(mediaId ?? 0), true), enabled: false });
  const awaited = covered && title.isPending;
  const [mayAsk, setMayAsk] = useState(!covered);
  useEffect(() => {
    if (mayAsk || awaited) return;
    const timer = setTimeout(() => setMayAsk(true), covered ? AFTER_TITLE_MS : 0);
    return () => clearTimeout(timer);
  }, [mayAsk, covered, awaited]);
  return { covered, mayAsk };
}

/**
 * Whether to draw what has arrived: at once if it was there before the page, else as soon as hundreds of elements
 * can be drawn piece by piece, with what the person does meanwhile going first. Under a title that was opened by
 * its address nobody sees them, and they wait until it is closed.
 */
function useCalmly(arrived: boolean, covered: boolean): boolean {
  const [drawn, setDrawn] = useState(arrived && !covered);
  useEffect(() => {
    if (arrived && !covered) startTransition(() => setDrawn(true));
  }, [arrived, covered]);
  return drawn;
}

function Rows({ filter }: { filter: ReturnType<typeof useFilters> }) {
  const { settled } = filter;
  // The screen is there before the user is; their saved filters are needed to ask.
  const known = useSession().state === 'member';
  const { covered, mayAsk } = useTitleOnTop();
  const rows = useInfiniteQuery({ ...rowsQuery(settled), enabled: known && mayAsk });
  const drawn = useCalmly(!rows.isPending, covered);
  const { data } = rows;
  const groups = useMemo(() => varyRows(data?.pages.flatMap((page) => page.grouped_media) ?? []), [data]);
  const lead = leadOf(groups);
  const full = useQuery({ ...mediumQuery(lead?.id ?? 0, true), enabled: lead !== undefined });

  if (rows.isPending || !drawn) return covered ? null : <DiscoverSkeleton />;
  if (rows.isError && groups.length === 0)
    return <QueryError error={rows.error} onRetry={() => void rows.refetch()} />;
  if (groups.length === 0 && !rows.hasNextPage) {
    return (
      <EmptyState
        text="Nothing here fits your filters tonight."
        more="Look beyond your own services, or at movies and series together."
        action={
          <Button variant="primary" onClick={() => filter.change({ all_streaming: true, media_type: 'all' })}>
            Show everything
          </Button>
        }
      />
    );
  }
  const stale = rows.isPlaceholderData || filter.filters !== settled;
  return (
    <div className={css.rows} aria-busy={stale} data-stale={stale || undefined}>
      {lead && <Lead key={lead.id} medium={lead} full={full.data} slip={<Interaction />} />}
      {groups.map((group, index) => (
        <DiscoverRow
          key={group.id}
          group={group}
          filters={settled}
          lead={group.kind === 'recommended' ? (lead?.id ?? null) : null}
          eager={index === 0}
        />
      ))}
      <PageEnd
        hasMore={rows.hasNextPage}
        loading={rows.isFetchingNextPage}
        failed={rows.isFetchNextPageError}
        onMore={() => void rows.fetchNextPage()}
        loadingText="Loading more rows"
        endText="That is the whole programme."
      />
    </div>
  );
}

function Interaction() {
  return <PendingInteraction onOpen={useAskAbout()} />;
}

/** Puts what is seen first into the cache if it arrives: the title on top, else the rows. */
export async function prepare(): Promise<void> {
  const { user } = readSession();
  if (user === null) return;
  const title = /\/media\/([1-9]\d*)\/?$/.exec(location.pathname)?.[1];
  if (title !== undefined) return queryClient.prefetchQuery(mediumQuery(Number(title), true));
  const filters = readFilters(new URLSearchParams(location.search), user.preferences);
  await queryClient.prefetchInfiniteQuery(rowsQuery(filters));
}

/** Discover: one title large, then the rows. Titles open over it. */
export function Component() {
  useTitle('Discover');
  const filter = useFilters(DISCOVER_DEBOUNCE_MS);
  return (
    <MemberActions>
      <div className={css.discover}>
        <header className={css.masthead}>
          <div className={css.name}>
            <h1>Discover</h1>
            <p>{today.format(new Date())}</p>
          </div>
          <FilterBar {...filter} />
        </header>
        <Rows filter={filter} />
      </div>
      <Outlet />
    </MemberActions>
  );
}
