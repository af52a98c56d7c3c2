import { useQuery } from '@tanstack/react-query';
import { PartError } from '#src/components/ui/query-error.tsx';
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
  const query = useQuery({ ...similarQuery(id), enabled: state === 'member' });
  const titles = query.data?.filter((medium) => !medium.hidden);
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
      ) : query.isError ? (
        <PartError text="We could not load similar titles." of={query} />
      ) : (
        <RowSkeleton cards={8} />
      )}
    </div>
  );
}
