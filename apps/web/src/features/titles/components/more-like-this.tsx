import { useQuery } from '@tanstack/react-query';
import { Button } from '#src/components/ui/button.tsx';
import { Row } from '#src/components/ui/row.tsx';
import { RowSkeleton } from '#src/components/ui/skeleton.tsx';
import { useSession } from '#src/lib/session/session.ts';
import { similarQuery } from '../api.ts';
import css from './more-like-this.module.css';
import { TitleCard } from './title-card.tsx';

/** The row "More like this". Renders nothing without similar titles. */
export function MoreLikeThis({ id }: { id: number }) {
  const { state } = useSession();
  // A user without access gets 402, so wait until the user is loaded.
  const { data, isError, refetch } = useQuery({ ...similarQuery(id), enabled: state === 'member' });
  const titles = data?.filter((medium) => !medium.hidden);
  return (
    <div className={css.similar}>
      {titles ? (
        titles.length > 0 && (
          <Row title="More like this">
            {titles.map((medium) => (
              <li key={medium.id}>
                <TitleCard medium={medium} />
              </li>
            ))}
          </Row>
        )
      ) : isError ? (
        <p role="alert">
          We could not load similar titles.{' '}
          <Button variant="plain" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <RowSkeleton cards={8} />
      )}
    </div>
  );
}
