import type { User } from '@marquee/contracts';
import { SIGNUP_STEP } from '@marquee/contracts/constants';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api } from './api.ts';
import { queryClient } from './query-client.ts';
import { readToken, subscribeToToken, writeToken } from './token.ts';

/**
 * Who is here. `wizard`: signed in, services not chosen yet; `plans`: signed up, but neither trial nor
 * subscription; `member`: the whole app.
 */
export type Session =
  | { state: 'visitor'; user: null }
  | { state: 'loading'; user: null }
  | { state: 'wizard' | 'plans' | 'member'; user: User };

/** The signed-in user, keyed by token so that another account never sees this one's. */
export function userQuery(token: string | null) {
  return queryOptions({
    queryKey: ['user', token],
    queryFn: async ({ signal }) => (await api('GET /api/v1/user', { signal })).user,
    enabled: token !== null,
    staleTime: 5 * 60_000,
  });
}

/** How far a user has come. */
export function stateOf(user: User): 'wizard' | 'plans' | 'member' {
  if (user.signup_step <= SIGNUP_STEP.services) return 'wizard';
  return user.trial_or_subscribed ? 'member' : 'plans';
}

/** The session of this browser; `loading` while the stored token's user is being fetched. */
export function useSession(): Session {
  const token = useSyncExternalStore(subscribeToToken, readToken);
  const { data, isError } = useQuery(userQuery(token));
  if (token === null || isError) return { state: 'visitor', user: null };
  return data ? { state: stateOf(data), user: data } : { state: 'loading', user: null };
}

/** Puts a fresh user (from any reply that carries one) into the cache. */
export function setUser(user: User): void {
  queryClient.setQueryData(userQuery(readToken()).queryKey, user);
}

/** Keeps the token of a sign-in or sign-up and the user that came with it. */
export function startSession(user: User): void {
  queryClient.setQueryData(userQuery(user.access_token).queryKey, user);
  writeToken(user.access_token);
}

/** Forgets the token and everything fetched with it. */
export function endSession(): void {
  writeToken(null);
  queryClient.clear();
}
