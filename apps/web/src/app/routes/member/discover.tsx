import { DISCOVER_DEBOUNCE_MS } from '@marquee/contracts/constants';
import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Fragment, lazy, Suspense, startTransition, useEffect, useMemo, useState } from 'react';
import { Link, Outlet, useParams } from 'react-router-dom';
import { PageEnd } from '#src/components/ui/page-end.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { rowsQuery } from '#src/features/discover/api.ts';
import { DiscoverRow } from '#src/features/discover/components/discover-row.tsx';
import { DiscoverSkeleton } from '#src/features/discover/components/discover-skeleton.tsx';
import { Lead } from '#src/features/discover/components/lead.tsx';
import { varyRows } from '#src/features/discover/vary-rows.ts';
import { PendingInteraction } from '#src/features/interactions/components/pending-interaction.tsx';
import { TrialNotice } from '#src/features/plans/components/trial-notice.tsx';
import { useFilters } from '#src/features/preferences/hooks/use-filters.ts';
import { hadUpNext } from '#src/features/series/up-next-hint.ts';
import { mediumQuery } from '#src/features/titles/api.ts';
import { readFilters, savedFilters } from '#src/features/titles/filters.ts';
import { heldTitle } from '#src/features/titles/hooks/held.ts';
import { useNarrowing } from '#src/features/titles/hooks/use-narrowing.ts';
import { leadOf } from '#src/features/titles/lead.ts';
import { readNarrowing } from '#src/features/titles/narrowing.ts';
import { titleIdOf } from '#src/features/titles/title-address.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { useTitle } from '#src/lib/screen/use-title.ts';
import { readSession, useSession } from '#src/lib/session/session.ts';
import { useStore } from '#src/lib/storage/store.ts';
import css from './discover.module.css';
import { MemberActions, useAskAbout } from './member-actions.tsx';
import { MemberFilters } from './member-filters.tsx';

const UpNextRow = lazy(async () => ({
  default: (await import('#src/features/series/components/up-next-row.tsx')).UpNextRow,
}));
const NoOffersHere = lazy(async () => ({
  default: (await import('#src/app/routes/member/no-offers-here.tsx')).NoOffersHere,
}));
const NoTitleFits = lazy(async () => ({
  default: (await import('#src/app/routes/member/no-title-fits.tsx')).NoTitleFits,
}));

const today = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' });

/** Delay in ms between the loading of a title and the requests of the page below. */
const AFTER_TITLE_MS = 1_000;

/**
 * Returns whether a title covers the page, and whether the page may send its requests. The title and its pictures load
 * first.
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
 * Returns whether to draw the rows, which wait until no title covers the page. Uncached rows are drawn in a
 * transition, which does not block input.
 */
function useDeferredDrawing(arrived: boolean, covered: boolean): boolean {
  const [drawn, setDrawn] = useState(arrived && !covered);
  useEffect(() => {
    if (arrived && !covered) startTransition(() => setDrawn(true));
  }, [arrived, covered]);
  return drawn;
}

function Rows({
  filter,
  narrow,
}: {
  filter: ReturnType<typeof useFilters>;
  narrow: ReturnType<typeof useNarrowing>;
}) {
  const { narrowing } = narrow;
  const settled = useMemo(() => ({ ...filter.settled, ...narrowing }), [filter.settled, narrowing]);
  // The screen renders before the user is loaded. The request waits for the user, because the request needs
  // the saved filters.
  const { state, user } = useSession();
  const isMember = state === 'member';
  const { covered, mayAsk } = useTitleOnTop();
  const rows = useInfiniteQuery({ ...rowsQuery(settled), enabled: isMember && mayAsk });
  const drawn = useDeferredDrawing(!rows.isPending, covered);
  const { data } = rows;
  const asked = useMemo(() => data?.pages.flatMap((page) => page.grouped_media) ?? [], [data]);
  const lead = leadOf(asked, useStore(heldTitle));
  const groups = useMemo(() => varyRows(asked, lead?.id), [asked, lead?.id]);
  const full = useQuery({ ...mediumQuery(lead?.id ?? 0, true), enabled: lead !== undefined });
  const [hasPlace] = useState(hadUpNext);

  if (rows.isPending || !drawn) return covered ? null : <DiscoverSkeleton />;
  if (rows.isError && groups.length === 0) return <QueryError of={rows} />;
  const noneFits = groups.length === 0 && !rows.hasNextPage && (
    <Suspense>
      <NoTitleFits filter={filter} narrow={narrow} />
    </Suspense>
  );
  // No filter can find a title in a country without offers.
  const mayLackOffers = lead === undefined && user?.unavailable_titles === false;
  if (noneFits && !mayLackOffers) return noneFits;
  const upNext = (
    <Suspense>
      <UpNextRow />
    </Suspense>
  );
  // A row that comes later stands below the first screen, so that it moves nothing in view.
  const late = (
    <>
      {!hasPlace && upNext}
      <TrialNotice />
    </>
  );
  const stale = rows.isPlaceholderData || filter.filters !== filter.settled;
  return (
    <div className={`stack gap-7 ${css.rows}`} aria-busy={stale} data-stale={stale || undefined}>
      {mayLackOffers && (
        <Suspense fallback={null}>
          <NoOffersHere
            country={user.country}
            otherwise={noneFits}
            // A title without offers is on none of the member's services.
            onShowTitles={() => {
              if (!filter.filters.all_streaming) filter.change({ ...filter.filters, all_streaming: true });
            }}
          />
        </Suspense>
      )}
      {lead && <Lead key={lead.id} medium={lead} full={full.data} overlay={<Interaction />} />}
      {hasPlace && upNext}
      {groups.map((group, index) => (
        <Fragment key={group.id}>
          <DiscoverRow
            group={group}
            filters={settled}
            lead={group.kind === 'recommended' ? (lead?.id ?? null) : null}
            eager={index === 0}
          />
          {index === 0 && late}
        </Fragment>
      ))}
      {groups.length === 0 && late}
      <PageEnd pages={rows} loadingText="Loading more rows" endText="That was the last row." />
    </div>
  );
}

function Interaction() {
  return <PendingInteraction onOpen={useAskAbout()} />;
}

/** Puts the first visible data into the cache: the open title, or the rows when no title is open. */
export async function prepare(): Promise<void> {
  const { user } = readSession();
  if (user === null) return;
  const title = titleIdOf(location.pathname);
  if (title !== null) return queryClient.prefetchQuery(mediumQuery(title, true));
  const filters = readFilters(new URLSearchParams(location.search), savedFilters(user.preferences));
  const narrowing = readNarrowing(new URLSearchParams(location.search));
  await queryClient.prefetchInfiniteQuery(rowsQuery({ ...filters, ...narrowing }));
}

/** Discover: the lead, then the rows. Titles open over it. */
export function Component() {
  useTitle(texts.discover);
  const filter = useFilters(DISCOVER_DEBOUNCE_MS);
  const narrow = useNarrowing();
  return (
    <MemberActions>
      <div className={css.discover}>
        <header className={`wrap ${css.masthead}`}>
          <div className={`wrap ${css.name}`}>
            <h1>{texts.discover}</h1>
            <p>{today.format(new Date())}</p>
            <Link to={paths.tonight}>Pick for tonight</Link>
            <Link to={paths.news}>News</Link>
          </div>
          <MemberFilters {...filter} narrow={narrow} />
        </header>
        <Rows filter={filter} narrow={narrow} />
      </div>
      <Outlet />
    </MemberActions>
  );
}
