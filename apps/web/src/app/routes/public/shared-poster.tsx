import { ApiError } from '@marquee/contracts/client';
import * as paths from '@marquee/contracts/paths';
import { posterHeading } from '@marquee/contracts/poster-words';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { sharedPosterQuery } from '#src/features/taste/api.ts';
import { Poster } from '#src/features/taste/components/poster.tsx';
import { useSession } from '#src/lib/session/session.ts';

/** The poster of somebody’s taste, for whoever has its link. */
export function Component() {
  const { code = '' } = useParams();
  const { state } = useSession();
  const query = useQuery(sharedPosterQuery(code));
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  const own = (
    <ButtonLink variant="primary" to={state === 'member' ? paths.tastePoster : paths.register}>
      Make your own
    </ButtonLink>
  );
  return (
    <Page title={query.data ? posterHeading(query.data) : 'A taste as a poster'}>
      {query.isPending && <Skeleton width="min(100%, 30rem)" height="37.5rem" />}
      {isGone ? (
        <EmptyState
          text="This poster is not public."
          more="Its link was taken back, or a letter of it is missing."
          action={own}
        />
      ) : (
        query.isError && <QueryError of={query} />
      )}
      {query.data && (
        <Poster poster={query.data} src={query.data.picture_url}>
          <p>Marquee learns what you like and finds what to watch tonight, on the services that you have.</p>
          <div>{own}</div>
        </Poster>
      )}
    </Page>
  );
}
