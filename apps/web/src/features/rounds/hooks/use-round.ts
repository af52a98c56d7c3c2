import type { InvitedRound, Round } from '@marquee/contracts';
import { ApiError } from '@marquee/contracts/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { roundKey, roundQuery } from '../api.ts';
import { listenToRound } from '../listen.ts';

/** Time between two readings while no events arrive. */
const POLL_MS = 3_000;
/** Time between two readings of an open round, whose short code ends by its time. */
const OPEN_MS = 60_000;

export const isInvited = (round: Round | InvitedRound): round is InvitedRound => 'invited' in round;

/** Whether the server knows no such round of this caller: it has ended, or the caller is not in it. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && [401, 404].includes(error.status);

/** Reads a round and keeps it fresh: by events, or every few seconds while none arrive. */
export function useRound(code: string) {
  const client = useQueryClient();
  const [isLive, setLive] = useState(false);
  const query = useQuery({
    ...roundQuery(code),
    refetchInterval: ({ state: { data, error } }) => {
      if (!data || isInvited(data) || data.state === 'ended' || isUnknown(error)) return false;
      if (!isLive) return POLL_MS;
      // The end by time sends no event.
      const rest = Math.max(POLL_MS, Date.parse(data.expires_at) - Date.now());
      return data.state === 'open' ? Math.min(OPEN_MS, rest) : rest;
    },
    refetchOnReconnect: true,
    refetchOnWindowFocus: true,
  });
  const round = query.data;
  const isIn = round !== undefined && !isInvited(round) && round.state !== 'ended' && !isUnknown(query.error);
  useEffect(() => {
    if (!isIn) return;
    return listenToRound(code, {
      onLive: setLive,
      onVersion: (version) => {
        const known = client.getQueryData<Round>(roundKey(code));
        if ((known?.version ?? 0) < version) void client.invalidateQueries({ queryKey: roundKey(code) });
      },
    });
  }, [code, isIn, client]);
  return query;
}

/** Returns a function that shows a round that a call answered, unless a newer one is shown. */
export function useShowRound(code: string): (round: Round) => void {
  const client = useQueryClient();
  return (round) =>
    client.setQueryData<Round | InvitedRound>(roundKey(code), (known) =>
      known && !isInvited(known) && known.version > round.version ? known : round,
    );
}
