import * as paths from '@marquee/contracts/paths';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { deletePosterLink, makePosterLink, posterQuery } from '#src/features/taste/api.ts';
import { Poster } from '#src/features/taste/components/poster.tsx';
import { PosterLink } from '#src/features/taste/components/poster-link.tsx';
import { PosterWays } from '#src/features/taste/components/poster-ways.tsx';

const FILE = 'my-taste.jpg';

/** The member's taste as a picture, which only the member sees until there is a public link. */
export function Component() {
  const query = useQuery(posterQuery);
  const { poster, link } = query.data ?? {};
  return (
    <Page title="Your taste as a poster" aside={<Link to={paths.taste}>Your taste</Link>}>
      {query.isPending && <Skeleton width="min(100%, 30rem)" height="37.5rem" />}
      {query.isError && !query.data && <QueryError of={query} />}
      {poster === null && (
        <EmptyState
          text="There is no poster yet."
          more="Give a few titles four stars or more, and the poster shows them."
          action={
            <ButtonLink to={paths.welcomeRate} variant="primary">
              Rate some titles
            </ButtonLink>
          }
        />
      )}
      {poster && (
        <Poster poster={poster} src={poster.picture}>
          <PosterWays picture={poster.picture} file={FILE} />
          <PosterLink
            link={link ?? null}
            queryKey={posterQuery.queryKey}
            make={makePosterLink}
            takeBack={deletePosterLink}
            shows="what you like"
            text="My taste in movies and series"
          />
        </Poster>
      )}
    </Page>
  );
}
