import type { Round } from '@marquee/contracts';
import { ApiError } from '@marquee/contracts/client';
import * as paths from '@marquee/contracts/paths';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { forgetGuest, roundApi } from '#src/features/rounds/api.ts';
import { GuestDeck } from '#src/features/rounds/components/guest-deck.tsx';
import { JoinRound } from '#src/features/rounds/components/join-round.tsx';
import { Lobby } from '#src/features/rounds/components/lobby.tsx';
import { ListVote, SwipeVote, Winner } from '#src/features/rounds/components/vote.tsx';
import { isInvited, roundKey, useRound, useShowRound } from '#src/features/rounds/hooks/use-round.ts';
import { useSession } from '#src/lib/session/session.ts';
import { RateWinner } from './rate-winner.tsx';

/** Nobody is asked how a title was before it can have been watched. */
const WATCHED_AFTER_MS = 90 * 60_000;
const isOverBy = (startedAt: string): boolean => Date.now() - Date.parse(startedAt) > WATCHED_AFTER_MS;

/** The part of a round that its state calls for. */
function Stage({ round, onRound }: { round: Round; onRound: (round: Round) => void }) {
  const me = round.members.find(({ id }) => id === round.me);
  switch (round.state) {
    case 'open':
      return (
        <>
          {me?.guest && <GuestDeck code={round.code} onRated={onRound} />}
          <Lobby round={round} onRound={onRound} />
        </>
      );
    case 'voting':
      return round.mode === 'swipe' ? (
        <SwipeVote round={round} onRound={onRound} />
      ) : (
        <ListVote round={round} onRound={onRound} />
      );
    case 'decided':
    case 'ended':
      return (
        <>
          {round.winner === null ? <p>This round has ended without a choice.</p> : <Winner round={round} />}
          {round.winner !== null && !me?.guest && isOverBy(round.created_at) && (
            <RateWinner mediumId={round.winner} />
          )}
        </>
      );
  }
}

/** One round, for members and guests. */
export function Component() {
  const { code = '' } = useParams();
  const { state } = useSession();
  const query = useRound(code);
  const show = useShowRound(code);
  const client = useQueryClient();
  const leave = useMutation({
    mutationFn: () => roundApi(code)('DELETE /api/v1/rounds/{code}/me', { params: { code } }),
    onSuccess: async () => {
      forgetGuest(code);
      await client.resetQueries({ queryKey: roundKey(code) });
    },
  });
  const end = useMutation({
    mutationFn: () =>
      roundApi(code)('PATCH /api/v1/rounds/{code}', { params: { code }, body: { state: 'ended' } }),
    onSuccess: ({ round }) => show(round),
  });
  const round = query.data;
  const isUnknown = query.error instanceof ApiError && [401, 404].includes(query.error.status);
  return (
    <Page title="Together">
      {query.isPending && <Skeleton height="20rem" />}
      {query.isError && !isUnknown && !round && (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      )}
      {(isUnknown || (round && isInvited(round))) && (
        <JoinRound
          code={code}
          hostName={round?.host_name ?? null}
          asMember={state === 'member'}
          onJoined={show}
        />
      )}
      {round && !isInvited(round) && (
        <>
          <Stage round={round} onRound={show} />
          {round.state !== 'ended' && (
            <div>
              <Button
                busy={leave.isPending || end.isPending}
                onClick={() => (round.me === round.host ? end.mutate() : leave.mutate())}
              >
                {round.me === round.host ? 'End the round' : 'Leave the round'}
              </Button>
            </div>
          )}
          {round.state === 'ended' && state === 'member' && (
            <ButtonLink to={paths.together}>Your evenings</ButtonLink>
          )}
        </>
      )}
    </Page>
  );
}
