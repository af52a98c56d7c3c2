import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { hiddenQuery } from '#src/features/interactions/api.ts';
import { TitleGrid } from '#src/features/titles/components/title-grid.tsx';

/** The hidden titles, each with the button Unhide. */
export function Component() {
  const query = useInfiniteQuery(hiddenQuery);
  return (
    <>
      <Page
        title="Hidden"
        lead="These titles stay out of your recommendations. Unhide a title to allow it again."
      >
        <TitleGrid
          label="Hidden titles"
          query={query}
          showHidden
          only={(medium) => medium.hidden}
          empty={
            <EmptyState
              text={texts.nothingHidden}
              action={<ButtonLink to={paths.discover}>Back to Discover</ButtonLink>}
            />
          }
        />
      </Page>
      <Outlet />
    </>
  );
}
