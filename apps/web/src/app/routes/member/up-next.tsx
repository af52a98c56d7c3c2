import * as paths from '@marquee/contracts/paths';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { Choice } from '#src/components/ui/choice.tsx';
import { ComeOver } from '#src/components/ui/come-over.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { PageEnd } from '#src/components/ui/page-end.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { upNextQuery, type Watching } from '#src/features/series/api.ts';
import { UpNextCard, UpNextSkeleton } from '#src/features/series/components/up-next-card.tsx';
import { WATCHING_STATES } from '#src/features/series/in-words.ts';
import { useAddressValue } from '#src/features/titles/hooks/use-address-value.ts';
import { EVENING_TABS } from './evening-tabs.ts';
import css from './up-next.module.css';

function Nothing({ state }: { state: Watching }) {
  if (state !== 'watching')
    return (
      <EmptyState
        text={state === 'on_hold' ? 'Nothing is on hold.' : 'You have dropped nothing.'}
        more="Open a series that you are watching to put it on hold or to drop it."
        action={<ButtonLink to={paths.upNext}>Show what you are watching</ButtonLink>}
      />
    );
  return (
    <EmptyState
      text="No series is waiting for you."
      more="Mark an episode as seen on the page of a series, and the next one is here every evening."
      action={
        <>
          <ButtonLink to={paths.search} variant="primary">
            Find a series
          </ButtonLink>
          <ComeOver />
        </>
      }
    />
  );
}

function List({ state }: { state: Watching }) {
  const query = useInfiniteQuery(upNextQuery(state));
  const items = (query.data?.pages.flatMap((page) => page.up_next) ?? []).filter(
    ({ medium }) => !medium.hidden,
  );
  if (query.isPending)
    return (
      <div className={css.list} aria-hidden="true">
        <UpNextSkeleton />
        <UpNextSkeleton />
        <UpNextSkeleton />
      </div>
    );
  if (query.isError && !query.data) return <QueryError of={query} />;
  if (items.length === 0 && !query.hasNextPage) return <Nothing state={state} />;
  return (
    <>
      <ul className={css.list}>
        {items.map((item, at) => (
          <li key={item.medium.id}>
            <UpNextCard item={item} eager={at < 3} />
          </li>
        ))}
      </ul>
      <PageEnd pages={query} loadingText="Loading more series" endText={null} />
    </>
  );
}

/** The series that the member is watching, or has put on hold or dropped. Which of them is in the address. */
export function Component() {
  const [value, setValue] = useAddressValue('state');
  const state = WATCHING_STATES.find((each) => each.value === value)?.value ?? 'watching';
  return (
    <>
      <Page title="Up next" tabs={EVENING_TABS}>
        <div className="stack gap-4">
          <Choice
            label="Which series"
            choices={WATCHING_STATES}
            value={state}
            onChange={(next) => setValue(next === 'watching' ? null : next)}
          />
          <List key={state} state={state} />
        </div>
      </Page>
      <Outlet />
    </>
  );
}
