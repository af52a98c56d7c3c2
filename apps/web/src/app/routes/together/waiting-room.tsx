import type { Round } from '@marquee/contracts';
import { ApiError } from '@marquee/contracts/client';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Form } from '#src/components/ui/form.tsx';
import { useBotCheck } from '#src/features/bot-check/hooks/use-bot-check.ts';
import { askToJoin, isWaitingAt } from '#src/features/rounds/api.ts';
import { WhatOthersSee } from '#src/features/rounds/components/join-round.tsx';
import { NameField } from '#src/features/rounds/components/name-field.tsx';
import { messageOf } from '#src/lib/http/errors.ts';

/** Time between two questions whether the host has answered. */
const ASK_MS = 3_000;

const isRound = (reply: { hostName: string } | Round): reply is Round => 'code' in reply;
/** Whether asking again would get the same answer. A lost connection comes back. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** The waiting room of a round: asks until the host lets the person in. A guest says a name first. */
export function WaitingRoom({ shortCode, asMember }: { shortCode: string; asMember: boolean }) {
  const { takeToken } = useBotCheck('round_code', false);
  const [name, setName] = useState('');
  // After a reload, a device that waits asks on.
  const [isAsking, setAsking] = useState(asMember || isWaitingAt(shortCode));
  const query = useQuery({
    queryKey: ['waiting-room', shortCode],
    queryFn: () =>
      askToJoin(shortCode, { name }).catch(async (error: unknown) => {
        // The server asks for a proof while many codes are tried.
        if (!(error instanceof ApiError) || error.code !== 'bot_check_failed') throw error;
        return askToJoin(shortCode, { name, proof: await takeToken() });
      }),
    enabled: isAsking,
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state: { data, error } }) =>
      (data && isRound(data)) || isFinal(error) ? false : ASK_MS,
    refetchIntervalInBackground: true,
  });
  const { data, error } = query;
  if (data && isRound(data)) return <Navigate replace to={screenAddress(paths.round, { code: data.code })} />;
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        alert
        text={
          data ? 'The host has not let you in, or has started without you.' : 'No round has this code now.'
        }
        more="A code is good for half an hour. Ask the host for the link, or for a new round."
        action={<ButtonLink to={paths.together}>Type another code</ButtonLink>}
      />
    );
  if (data && isAsking && !isFinal(error))
    return (
      <>
        <p role="status">{`Waiting for ${data.hostName} to let you in.`}</p>
        <div>
          <ButtonLink to={paths.together}>Stop waiting</ButtonLink>
        </div>
      </>
    );
  return (
    <Form
      narrow
      label="Ask to join"
      onSubmit={() => {
        setAsking(true);
        if (isAsking) void query.refetch();
      }}
    >
      <WhatOthersSee />
      {!asMember && <NameField value={name} autoFocus error={error} onName={setName} />}
      {asMember && error && (
        <p role="alert">{messageOf(error, 'We could not ask the host. Please try again.')}</p>
      )}
      <Button type="submit" variant="primary" size="large" busy={query.isFetching}>
        Ask to join
      </Button>
    </Form>
  );
}
