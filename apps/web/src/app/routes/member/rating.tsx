import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, Outlet, useSearchParams } from 'react-router-dom';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { Tabs } from '#src/components/ui/tabs.tsx';
import { RateDeck } from '#src/features/rate/components/rate-deck.tsx';
import { historyQuery } from '#src/features/ratings/api/get-history.ts';
import { TitleGrid } from '#src/features/titles/components/title-grid.tsx';

const tabs = [
  { value: 'rate', label: 'Rate' },
  { value: 'history', label: 'History' },
] as const;

function History() {
  const query = useInfiniteQuery(historyQuery);
  return (
    <TitleGrid
      label="Rated titles"
      query={query}
      showHidden
      empty={
        <EmptyState
          text="You have not rated anything yet."
          more="A handful of ratings is enough for the first real recommendations."
          action={
            <ButtonLink to="/rating" variant="primary">
              Rate some titles
            </ButtonLink>
          }
        />
      }
    />
  );
}

/** Rating: Rate and History. The tab is in the address. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'history' ? 'history' : 'rate';
  return (
    <>
      <Page title="Rating" aside={<Link to="/hidden">Hidden titles</Link>}>
        <div>
          <Tabs
            label="Rating"
            tabs={tabs}
            value={tab}
            onChange={(next) => setParams(next === 'rate' ? {} : { tab: next })}
          >
            {tab === 'rate' ? <RateDeck /> : <History />}
          </Tabs>
        </div>
      </Page>
      <Outlet />
    </>
  );
}
