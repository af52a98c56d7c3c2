import * as paths from '@marquee/contracts/paths';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { posterQuery } from '#src/features/taste/api.ts';
import css from '#src/features/taste/components/poster.module.css';
import { Poster } from '#src/features/taste/components/poster.tsx';
import { PosterLink } from '#src/features/taste/components/poster-link.tsx';
import { pictureFile } from '#src/features/taste/picture-file.ts';
import { showToast } from '#src/lib/screen/toast.ts';

const FILE = 'my-taste.jpg';

/** Opens the share sheet of the system with the picture, where there is one for files. */
function SharePicture({ picture }: { picture: string }) {
  const files = [pictureFile(picture, FILE)];
  if (!('canShare' in navigator) || !navigator.canShare({ files })) return null;
  const share = () =>
    navigator.share({ files }).catch((error: unknown) => {
      // The member closed the sheet of the system.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      showToast('The picture could not be shared. Please save it.', { tone: 'failure' });
    });
  return <Button onClick={() => void share()}>Share picture</Button>;
}

/** The member's taste as a picture, which only the member sees until there is a public link. */
export function Component() {
  const query = useQuery(posterQuery);
  const { poster, link } = query.data ?? {};
  return (
    <Page title="Your taste as a poster" aside={<Link to={paths.taste}>Your taste</Link>}>
      {query.isPending && <Skeleton width="min(100%, 30rem)" height="37.5rem" />}
      {query.isError && !query.data && (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      )}
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
          <div className={css.ways}>
            <ButtonLink variant="primary" href={poster.picture} download={FILE}>
              Save picture
            </ButtonLink>
            <SharePicture picture={poster.picture} />
          </div>
          <PosterLink link={link ?? null} />
        </Poster>
      )}
    </Page>
  );
}
