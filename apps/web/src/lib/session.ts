import type { User } from '@marquee/contracts';
import { SIGNUP_STEP } from '@marquee/contracts/constants';
import { useSyncExternalStore } from 'react';
import { api } from './api.ts';
import { isTransient } from './errors.ts';
import { readToken, subscribeToToken, writeToken } from './token.ts';

/* The session is a store and not a query, so that the landing page does not load the query library. */

/**
 * The session: docs/product.md#session. `wizard`: no streaming services selected yet. `plans`: neither trial nor
 * subscription. `loading`: a token is stored and its user is being fetched.
 */
export type Session =
  | { state: 'visitor'; user: null }
  | { state: 'loading'; user: null }
  | { state: 'wizard' | 'plans' | 'member'; user: User };

const visitor: Session = { state: 'visitor', user: null };
const loading: Session = { state: 'loading', user: null };
const RETRY_AFTER_MS = [500, 2_000];

let session: Session = readToken() === null ? visitor : loading;
let sessionToken = readToken();
const listeners = new Set<() => void>();
const endListeners = new Set<() => void>();

function publish(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

export function stateOf(user: User): 'wizard' | 'plans' | 'member' {
  if (user.signup_step <= SIGNUP_STEP.services) return 'wizard';
  return user.trial_or_subscribed ? 'member' : 'plans';
}

async function fetchUser(attempt = 0): Promise<User> {
  try {
    return (await api('GET /api/v1/user')).user;
  } catch (error) {
    const wait = RETRY_AFTER_MS[attempt];
    if (wait === undefined || !isTransient(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, wait));
    return fetchUser(attempt + 1);
  }
}

/** Fetches the user of the stored token. A permanent failure removes the token: docs/product.md#session-load. */
export async function loadSession(): Promise<void> {
  const token = readToken();
  if (token === null) return;
  try {
    const user = await fetchUser();
    if (readToken() === token) setUser(user);
  } catch (error) {
    console.error('The user could not be loaded.', error);
    if (readToken() === token) endSession();
  }
}

/** Sets the user of the session from any reply that carries one. */
export function setUser(user: User): void {
  publish({ state: stateOf(user), user });
}

/** Updates the user's number of ratings after a new (1) or deleted (-1) rating. */
export function changeRatingCount(by: number): void {
  if (session.user === null) return;
  setUser({ ...session.user, rating_count: Math.max(0, session.user.rating_count + by) });
}

/** Stores the token and the user of a login or sign-up. */
export function startSession(user: User): void {
  sessionToken = user.access_token;
  setUser(user);
  writeToken(user.access_token);
}

/** Removes token and user, and calls the `onSessionEnd` listeners. */
export function endSession(): void {
  sessionToken = null;
  for (const listener of endListeners) listener();
  publish(visitor);
  writeToken(null);
}

/** Registers a function that clears data of the session. */
export function onSessionEnd(listener: () => void): void {
  endListeners.add(listener);
}

/** Returns the current session outside React. */
export function readSession(): Session {
  return session;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session as a hook. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSession, readSession);
}

/** Follows login and logout in other tabs. Called once at start. */
export function watchOtherTabs(): void {
  subscribeToToken(() => {
    const token = readToken();
    if (token === sessionToken) return;
    if (token === null) return endSession();
    sessionToken = token;
    for (const listener of endListeners) listener();
    publish(loading);
    void loadSession();
  });
}
