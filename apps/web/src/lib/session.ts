import type { User } from '@marquee/contracts';
import { SIGNUP_STEP } from '@marquee/contracts/constants';
import { useSyncExternalStore } from 'react';
import { api } from './api.ts';
import { isTransient } from './errors.ts';
import { readToken, subscribeToToken, writeToken } from './token.ts';

/*
 * The session is a small store of its own and not a query, so that the landing page does not carry the query
 * library.
 */

/**
 * Who is here. `wizard`: signed in, services not chosen yet; `plans`: signed up, but neither trial nor
 * subscription; `member`: the whole app; `loading`: a token is stored and its user being fetched.
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

/** How far a user has come. */
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

/**
 * Fetches the user of the stored token. When that fails for good the token is removed and the visitor is anonymous
 * (specification section 4).
 */
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

/** Puts a fresh user (from any reply that carries one) into the session. */
export function setUser(user: User): void {
  publish({ state: stateOf(user), user });
}

/** Keeps the token of a sign-in or sign-up and the user that came with it. */
export function startSession(user: User): void {
  sessionToken = user.access_token;
  setUser(user);
  writeToken(user.access_token);
}

/** Forgets the token, the user, and through `onSessionEnd` everything fetched with it. */
export function endSession(): void {
  sessionToken = null;
  for (const listener of endListeners) listener();
  publish(visitor);
  writeToken(null);
}

/** Registers what has to be forgotten with the session. */
export function onSessionEnd(listener: () => void): void {
  endListeners.add(listener);
}

/** The session now, outside React. */
export function readSession(): Session {
  return session;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session of this browser. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSession, readSession);
}

/** Follows sign-in and sign-out in other tabs. Called once, at start. */
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
