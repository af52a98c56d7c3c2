import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { tasteQuery } from '#src/features/taste/api.ts';
import { TasteChart, TasteSkeleton } from '#src/features/taste/components/taste-chart.tsx';
import { Tastes } from '#src/features/taste/components/tastes.tsx';
import { Told } from '#src/features/taste/components/told.tsx';

/** "Your taste": the learned taste of the member. */
export function Component() {
  const query = useQuery(tasteQuery);
  const year = new Date().getFullYear();
  const ratings = query.data?.totals.ratings ?? 0;
  const count = ratings === 1 ? 'one rating' : `${ratings.toLocaleString('en')} ratings`;
  return (
    <Page
      title="Your taste"
      aside={
        ratings > 0 && (
          <>
            <Link to={paths.tastePoster}>As a poster</Link>
            <Link to={screenAddress(paths.tasteYear, { year })}>Your {year}</Link>
          </>
        )
      }
      lead={
        query.data && ratings > 0
          ? `Based on your ${count}. A bar to the right: you will probably rate such titles higher than others. A bar to the left: lower. The numbers show the difference in stars.`
          : undefined
      }
    >
      {query.isPending && <TasteSkeleton />}
      {query.isError && !query.data && <QueryError of={query} />}
      {query.data && ratings === 0 && (
        <EmptyState
          text="Your taste is still a blank poster."
          more="Rate a few titles, and this page shows what you like and how sure we are."
          action={
            <ButtonLink to={paths.welcomeRate} variant="primary">
              Rate some titles
            </ButtonLink>
          }
        />
      )}
      {query.data && ratings > 0 && (
        <>
          <Told taste={query.data.taste} />
          <Tastes groups={query.data.taste.groups} />
          <TasteChart taste={query.data.taste} />
        </>
      )}
    </Page>
  );
}
