import * as paths from '@marquee/contracts/paths';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { PageEnd } from '#src/components/ui/page-end.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { getUser } from '#src/features/account/load-session.ts';
import { undoImport } from '#src/features/imports/api.ts';
import { listsQuery } from '#src/features/lists/api.ts';
import { newsQuery } from '#src/features/news/api.ts';
import { NewsSkeleton } from '#src/features/news/components/news-line.tsx';
import { NewsSection } from '#src/features/news/components/news-section.tsx';
import { Received } from '#src/features/news/components/received.tsx';
import { groupNews } from '#src/features/news/news-groups.ts';
import { providersQuery } from '#src/features/preferences/api.ts';
import { Coming, useComing } from '#src/features/series/components/coming.tsx';
import { MonthSoFar } from '#src/features/taste/components/month-so-far.tsx';
import { WishList } from '#src/features/wishes/components/wish-list.tsx';
import { showFailure } from '#src/lib/http/show-failure.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { setUser } from '#src/lib/session/session.ts';

/** Says what would make the page speak, where nothing is known that concerns the member. */
function NoNews() {
  const services = useQuery(providersQuery);
  const lists = useQuery(listsQuery);
  if (services.isPending || lists.isPending) return <NewsSkeleton />;
  const saved = (lists.data ?? []).reduce((sum, { count_media: count }) => sum + count, 0);
  const hasProviders = services.data?.user_medium_provider_ids.length !== 0;
  const told = 'What comes to your services, what leaves them and when a season begins is told here.';
  if (hasProviders && saved > 0) return <p className="soft">Nothing new about what you saved. {told}</p>;
  return (
    <EmptyState
      text={`Your news begins with ${hasProviders ? 'what you save' : 'your services'}.`}
      more={
        hasProviders
          ? `Save titles and mark the episodes that you see. ${told}`
          : 'Choose them, so that Marquee can say what comes to them and what leaves.'
      }
      action={
        <ButtonLink to={hasProviders ? paths.discover : paths.settings} variant="primary">
          {hasProviders ? 'Find titles to save' : 'Choose services'}
        </ButtonLink>
      }
    />
  );
}

/** Takes the titles of a late import out again. */
function UndoArrivals({ importId }: { importId: number }) {
  const client = useQueryClient();
  const { mutate: refreshUser } = useMutation({ mutationFn: getUser, onSuccess: setUser, retry: 2 });
  const undo = useMutation({
    mutationFn: () => undoImport(importId),
    onSuccess: () => {
      showToast('These titles are as they were before.');
      // An import changes lists, ratings and counts too.
      refreshUser();
      return client.invalidateQueries();
    },
    onError: (error) => showFailure(error, 'This could not be undone. Please try again.'),
  });
  return (
    <Button variant="plain" busy={undo.isPending} onClick={() => undo.mutate()}>
      Undo this import
    </Button>
  );
}

/**
 * One page of what is new for the member: saved titles, new titles, seasons and arrivals, their month, what comes, and what the
 * catalogue received.
 */
export function Component() {
  const query = useInfiniteQuery(newsQuery);
  const news = query.data?.pages.flatMap((page) => page.news) ?? [];
  const groups = groupNews(news.filter(({ medium }) => !medium.hidden));
  const coming = useComing();
  const isQuiet = groups.length === 0 && coming.days.length === 0;
  return (
    <>
      <Page title="News for you">
        {(query.isPending || (isQuiet && coming.isPending)) && <NewsSkeleton />}
        {query.isError && !query.data && <QueryError of={query} />}
        {query.data && isQuiet && !coming.isPending && <NoNews />}
        {groups.map((group, at) => (
          <NewsSection
            key={group.key}
            group={group}
            isComplete={query.hasNextPage === false}
            eager={at === 0}
            action={group.importId !== null && <UndoArrivals importId={group.importId} />}
          />
        ))}
        {query.hasNextPage && <PageEnd pages={query} loadingText="Loading more news" endText={null} />}
        <MonthSoFar />
        <Coming />
        <WishList />
        <Received />
      </Page>
      <Outlet />
    </>
  );
}
