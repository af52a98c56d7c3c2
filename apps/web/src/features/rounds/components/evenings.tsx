import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { PageEnd } from '#src/components/ui/page-end.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { showFailure } from '#src/lib/http/show-failure.ts';
import { EVENINGS_KEY, eveningsQuery, forgetRound } from '../api.ts';
import css from './round.module.css';

const STATES = {
  open: 'Waiting for people',
  voting: 'Choosing',
  decided: 'Decided',
  ended: 'Ended without a choice',
} as const;

/** The member's rounds and invitations. */
export function Evenings() {
  const query = useInfiniteQuery(eveningsQuery);
  const client = useQueryClient();
  const forget = useMutation({
    mutationFn: forgetRound,
    onSuccess: () => client.invalidateQueries({ queryKey: EVENINGS_KEY }),
    onError: (error) => showFailure(error, 'The evening could not be deleted.'),
  });
  if (query.isPending) return <Skeleton height="8rem" />;
  if (!query.data) return <QueryError of={query} />;
  const rounds = query.data.pages.flatMap((page) => page.rounds);
  if (rounds.length === 0) return <p className="soft">No evening yet.</p>;
  return (
    <>
      <ul className={css.people}>
        {rounds.map((round) => {
          const isInvited = 'invited' in round;
          const title = isInvited ? null : round.winner_title;
          return (
            <li key={round.id} className={css.person}>
              <span>
                <Link to={screenAddress(paths.round, { code: round.code })}>
                  {title ?? (isInvited ? `${round.host_name} invites you` : STATES[round.state])}
                </Link>
                {!isInvited && (
                  <span className="soft">
                    {' '}
                    {new Date(round.created_at).toLocaleDateString('en-US', { dateStyle: 'medium' })}
                    {round.members.length > 1 &&
                      `, with ${round.members
                        .filter(({ id }) => id !== round.me)
                        .map(({ name }) => name)
                        .join(', ')}`}
                  </span>
                )}
              </span>
              {(isInvited || round.state === 'ended') && (
                <Button variant="plain" onClick={() => forget.mutate(round.code)}>
                  Delete
                  <span className="visually-hidden"> {title ?? 'this evening'}</span>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <PageEnd pages={query} loadingText="Loading more evenings." endText={null} />
    </>
  );
}
