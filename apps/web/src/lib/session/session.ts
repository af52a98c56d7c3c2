import type { User, UserPreferences } from '@marquee/contracts';
import { SIGNUP_STEP } from '@marquee/contracts/constants';
import { createStore, useStore } from '#src/lib/storage/store.ts';
import { storeAccess } from './known-access.ts';
import { readToken, writeToken } from './token.ts';

/* The session is a store and not a query, so that the landing page does not load the query library. */

/**
 * The session: docs/product.md#session. `wizard`: no streaming services selected yet, `plans`: neither trial
 * nor subscription.
 */
export type Session =
  | { state: 'visitor'; user: null }
  /** A token is stored, and its user is being fetched. */
  | { state: 'loading'; user: null }
  | { state: 'wizard' | 'plans' | 'member'; user: User };

const visitor: Session = { state: 'visitor', user: null };
const loading: Session = { state: 'loading', user: null };

const session = createStore<Session>(readToken() === null ? visitor : loading);
let sessionToken = readToken();
const endListeners = new Set<() => void>();

export function stateOf(user: User): 'wizard' | 'plans' | 'member' {
  if (user.signup_step <= SIGNUP_STEP.services) return 'wizard';
  return user.trial_or_subscribed ? 'member' : 'plans';
}

/** Sets the user of the session. Call this function with the user of every reply that contains a user. */
export function setUser(user: User): void {
  storeAccess(user);
  session.write({ state: stateOf(user), user });
}

/** Updates the user's number of ratings after a new (1) or deleted (-1) rating. */
export function changeRatingCount(by: number): void {
  const { user } = session.read();
  if (user) setUser({ ...user, rating_count: Math.max(0, user.rating_count + by) });
}

/** Sets the filters of this user, and leaves what another call has changed in between, or a session that has ended. */
export function setPreferences(userId: number, preferences: UserPreferences): void {
  const { user } = session.read();
  if (user?.id === userId) setUser({ ...user, preferences });
}

/** Stores the token and the user of a login or sign-up. */
export function startSession(user: User): void {
  sessionToken = user.access_token;
  setUser(user);
  writeToken(user.access_token);
}

/** Calls the `onSessionEnd` listeners and shows the given state. */
function leaveSession(token: string | null, next: Session): void {
  sessionToken = token;
  for (const listener of endListeners) listener();
  storeAccess(null);
  session.write(next);
}

/** Removes token and user, and calls the `onSessionEnd` listeners. */
export function endSession(): void {
  leaveSession(null, visitor);
  writeToken(null);
}

/**
 * Applies a login or logout in another tab to this tab.
 * @returns whether another user logged in; the session is then `loading`, and the caller fetches the user
 */
export function followToken(): boolean {
  const token = readToken();
  if (token === sessionToken) return false;
  if (token === null) endSession();
  else leaveSession(token, loading);
  return token !== null;
}

/** Registers a function that clears data of the session. */
export function onSessionEnd(listener: () => void): void {
  endListeners.add(listener);
}

/** Returns the current session outside React. */
export const readSession = session.read;

/** Returns the session. The component renders again after each change of the session. */
export function useSession(): Session {
  return useStore(session);
}
