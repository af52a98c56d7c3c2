import { randomBytes } from 'node:crypto';
import type { User } from '@marquee/contracts';
import { type Client, createClient } from '@marquee/contracts/client';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { LIMIT_MS } from './limit.ts';

export const PASSWORD = 'popcorn and 2 seats';

/** Returns the typed client of the stack at `origin`. If `token` is null, the client sends no token. */
export const connect = (origin: string, token: string | null = null): Client =>
  createClient({ origin, token: () => token, timeoutMs: LIMIT_MS });

/** Makes an email address and a display name that no other journey uses. */
export function makeIdentity(): { email: string; displayName: string } {
  const displayName = `e${randomBytes(6).toString('hex')}`;
  return { email: `${displayName}@example.com`, displayName };
}

/** Solves the bot check as an API client does. */
export async function solveBotCheck(origin: string, action: 'login' | 'signup_email'): Promise<string> {
  const response = await fetch(`${origin}/api/v1/bot_check/challenge?action=${action}`);
  const { parameters, signature } = JSON.parse(await response.text());
  const challenge = { parameters, signature };
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}

export interface Member {
  email: string;
  user: User;
  /** The names of the streaming services that the user selected. */
  services: string[];
  /** The API client with the user's token. */
  api: Client;
}

/** Creates a user with streaming services through the API, without the wizard. */
export async function createMember(
  origin: string,
  services: string[] = ['Netflix', 'Prime Video'],
): Promise<Member> {
  const { email, displayName } = makeIdentity();
  const { user: made } = await connect(origin)('POST /users', {
    body: { user: { email, password: PASSWORD, display_name: displayName } },
  });
  const api = connect(origin, made.access_token);
  const { medium_providers: all } = await api('GET /api/v1/user_medium_providers');
  const ids = all.filter(({ name }) => services.includes(name)).map(({ id }) => id);
  await api('POST /api/v1/user_medium_providers/update_all', { body: { medium_providers_ids: ids } });
  const { user } = await api('GET /api/v1/user');
  return { email, user, services, api };
}

/** Returns the id of the genre with this name. */
export async function genreId(api: Client, name: string): Promise<number> {
  const { user_medium_genres: genres } = await api('GET /api/v1/user_medium_genres');
  const genre = genres.find(({ medium_genre }) => medium_genre.title === name);
  if (!genre) throw new Error(`There is no genre ${name}`);
  return genre.id;
}

export async function rate(api: Client, id: number, rating: number): Promise<void> {
  await api('POST /api/v1/media/{id}/user_medium_ratings', {
    params: { id },
    body: { user_medium_rating: { rating } },
  });
}
