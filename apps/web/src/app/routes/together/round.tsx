import type { Round } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useParams } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { ratingQuery } from '#src/features/ratings/api.ts';
import { changeRound, isGuestOf, leaveRound } from '#src/features/rounds/api.ts';
import { AskButton } from '#src/features/rounds/components/ask-button.tsx';
import { GuestDeck } from '#src/features/rounds/components/guest-deck.tsx';
import { JoinRound } from '#src/features/rounds/components/join-round.tsx';
import { Lobby } from '#src/features/rounds/components/lobby.tsx';
import { ListVote, SwipeVote, Winner } from '#src/features/rounds/components/vote.tsx';
import { isInvited, isUnknown, useRound, useShowRound } from '#src/features/rounds/hooks/use-round.ts';
import { showFailure } from '#src/lib/http/show-failure.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { startSession, useSession } from '#src/lib/session/session.ts';
import { lazyPart } from '../../shell/lazy-part.tsx';
import { RateWinner } from './rate-winner.tsx';

const KeepTaste = lazyPart(async () => (await import('../account/register.tsx')).KeepTaste);

/** Nobody is asked how a title was before it can have been watched. */
const WATCHED_AFTER_MS = 90 * 60_000;
const isOverBy = (startedAt: string): boolean => Date.now() - Date.parse(startedAt) > WATCHED_AFTER_MS;

/** The part of a round that its state calls for. */
function Stage({ round, onRound }: { round: Round; onRound: (round: Round) => void }) {
  const me = round.members.find(({ id }) => id === round.me);
  const isMember = useSession().state === 'member';
  const gave = useQuery({ ...ratingQuery(round.winner ?? 0), enabled: isMember && round.winner !== null });
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
          {round.winner === null ? (
            <NoChoice round={round} />
          ) : (
            <Winner round={round} gave={gave.data?.rating ?? null} />
          )}
          {round.winner !== null && !me?.guest && isOverBy(round.created_at) && (
            <RateWinner mediumId={round.winner} />
          )}
        </>
      );
  }
}

/** Offers a guest whose round is decided to keep what they rated and voted. */
function Keep({ round, onKept }: { round: Round; onKept: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const me = round.members.find(({ id }) => id === round.me);
  if (!me?.guest) return null;
  if (!isOpen) return <Button onClick={() => setOpen(true)}>Keep my taste for next time</Button>;
  return (
    <Suspense fallback={<Skeleton height="20rem" />}>
      <KeepTaste
        code={round.code}
        name={me.name}
        onKept={(user) => {
          startSession(user);
          onKept();
        }}
      />
    </Suspense>
  );
}

/** Says that the round ended, and how. */
function NoChoice({ round }: { round: Round }) {
  const hasExpired = Date.parse(round.expires_at) <= Date.now();
  const host = round.me === round.host ? 'You have' : `${round.host_name ?? 'The host'} has`;
  return (
    <p role="status">
      {hasExpired
        ? 'This round has ended without a choice.'
        : `${host} ended this round before a title was chosen.`}
    </p>
  );
}

/** Where somebody goes on whose round is over. */
function GoOn({ asMember, asNewcomer = false }: { asMember: boolean; asNewcomer?: boolean }) {
  if (asMember) return <ButtonLink to={paths.together}>Your evenings</ButtonLink>;
  if (asNewcomer) return <ButtonLink to={paths.register}>Choose your streaming services</ButtonLink>;
  return <ButtonLink to={paths.home}>What Marquee is</ButtonLink>;
}

/** One round, for members and guests. */
export function Component() {
  const { code = '' } = useParams();
  const { state } = useSession();
  const query = useRound(code);
  const show = useShowRound(code);
  const leave = useMutation({
    mutationFn: () => leaveRound(code),
    onError: (error) => showFailure(error),
  });
  const end = useMutation({
    mutationFn: () => changeRound(code, { state: 'ended' }),
    onSuccess: show,
    onError: (error) => showFailure(error),
  });
  const round = query.data;
  const asMember = state === 'member';
  const wasIn = round !== undefined && !isInvited(round);
  const isRefused = isUnknown(query.error);
  /** Who has just kept the taste, and has not chosen streaming services yet. */
  const isNewcomer =
    state === 'wizard' && wasIn && round.members.some(({ id, guest }) => id === round.me && !guest);
  // Only after twelve hours the server knows no guests of a round that has ended.
  const isGone = isRefused && (wasIn || isGuestOf(code));
  if (leave.isSuccess || isGone)
    return (
      <Page title="Together">
        <p role="status">
          {leave.isSuccess
            ? 'You have left the round.'
            : 'This round has ended, or the host has taken you out of it.'}
        </p>
        <div>
          <GoOn asMember={asMember} />
        </div>
      </Page>
    );
  return (
    <Page title="Together" headHidden={wasIn && (round.state === 'voting' || round.winner !== null)}>
      {query.isPending && <Skeleton height="20rem" />}
      {query.isError && !isRefused && !round && <QueryError of={query} />}
      {(isRefused || (round && isInvited(round))) && (
        <JoinRound code={code} asMember={asMember} onJoined={show} />
      )}
      {wasIn && (
        <>
          <Stage round={round} onRound={show} />
          <div className="wrap gap-3">
            {/* Who has an account without a plan is a guest too. */}
            {state === 'visitor' && (round.winner !== null || round.state === 'ended') && (
              <Keep
                round={round}
                onKept={() => {
                  showToast('Your taste is kept.');
                  void query.refetch();
                }}
              />
            )}
            {round.state === 'ended' || isNewcomer ? (
              <GoOn asMember={asMember} asNewcomer={isNewcomer} />
            ) : round.me === round.host ? (
              <AskButton
                label="End the round"
                question="End it for everybody?"
                busy={end.isPending}
                onConfirm={() => end.mutate()}
              />
            ) : (
              <Button variant="plain" busy={leave.isPending} onClick={() => leave.mutate()}>
                Leave the round
              </Button>
            )}
          </div>
        </>
      )}
    </Page>
  );
}
