import type { CreateRound, InvitedRound, PatchRound, Round, User, Vote } from '@marquee/contracts';
import { type CallInput, type Client, createClient } from '@marquee/contracts/client';
import { REQUEST_TIMEOUT_MS } from '@marquee/contracts/constants';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { api, reportRefusal } from '#src/lib/http/api.ts';
import { readToken } from '#src/lib/session/token.ts';
import { readStored, writeStored } from '#src/lib/storage/storage.ts';

/* The person in a round */

const KEY = 'round_guest';
const ORIGIN = import.meta.env.VITE_API_ORIGIN ?? '';

/** The guest of one round on this device. Only the latest round is kept. */
interface StoredGuest {
  code: string;
  /** Makes a repeated call the same guest. */
  guestKey: string;
  token: string | null;
}

function readGuest(code: string): StoredGuest | null {
  const [stored = '', guestKey = '', token = ''] = (readStored(KEY) ?? '').split(' ');
  return stored === code && guestKey !== '' ? { code, guestKey, token: token || null } : null;
}

const writeGuest = ({ code, guestKey, token }: StoredGuest): void =>
  writeStored(KEY, [code, guestKey, token ?? ''].join(' ').trim());

/** Returns the token for the calls of a round: that of the guest who joined on this device, else the user's. */
export const roundToken = (code: string): string | null => readGuest(code)?.token ?? readToken();

/** Returns whether somebody joined the round as a guest on this device, and has not left it. */
export const isGuestOf = (code: string): boolean => readGuest(code)?.token != null;

/** Returns the client for the calls of a round, as the person who is in it. A guest's refusal ends no session. */
const roundApi = (code: string): Client =>
  createClient({
    origin: ORIGIN,
    token: () => roundToken(code),
    timeoutMs: REQUEST_TIMEOUT_MS,
    ...(!readGuest(code)?.token && { onError: reportRefusal }),
  });

/** The client for calls of somebody who is in no round yet. */
const visitorApi = createClient({ origin: ORIGIN, token: readToken, timeoutMs: REQUEST_TIMEOUT_MS });

/** Who invites, and to what. */
export const previewQuery = (code: string) =>
  queryOptions({
    queryKey: ['round-preview', code],
    queryFn: ({ signal }) => visitorApi('GET /api/v1/rounds/{code}/preview', { params: { code }, signal }),
    retry: false,
  });

/** Returns the key by which the server knows this device again, and keeps it under the code. */
function keepGuestKey(code: string): string {
  const guestKey = readGuest(code)?.guestKey ?? crypto.randomUUID();
  writeGuest({ code, guestKey, token: null });
  return guestKey;
}

/** Returns whether this device waits for the round with this short code. */
export const isWaitingAt = (shortCode: string): boolean => readGuest(shortCode) !== null;

/**
 * Asks to be let in by a short code, again while waiting. Whoever is let in as a guest is kept on this device.
 * @param proof of the bot check, where the server asks for one.
 */
export async function askToJoin(
  shortCode: string,
  { name, proof }: { name?: string | undefined; proof?: string },
): Promise<{ hostName: string } | Round> {
  const guestKey = keepGuestKey(shortCode);
  const reply = await visitorApi('POST /api/v1/rounds/short/{short_code}/join', {
    params: { short_code: shortCode },
    body: { ...(name && { name }), guest_key: guestKey, ...(proof && { recaptcha: proof }) },
  });
  if ('waiting' in reply) return { hostName: reply.waiting.host_name };
  const { round, guest_token } = reply;
  if (guest_token === undefined) forgetGuest(shortCode);
  else writeGuest({ code: round.code, guestKey, token: guest_token });
  return round;
}

/** Joins a round as a guest, whose token is kept on this device. */
export async function joinAsGuest(code: string, name: string) {
  const guestKey = keepGuestKey(code);
  const { round, guest_token } = await visitorApi('POST /api/v1/rounds/{code}/join', {
    params: { code },
    body: { name, guest_key: guestKey },
  });
  writeGuest({ code, guestKey, token: guest_token ?? null });
  return round;
}

/** Makes an account of the guest of a round on this device, who is a member of it from then on. */
export async function keepTaste(
  code: string,
  user: { email: string; display_name: string; password: string },
): Promise<User> {
  const reply = await roundApi(code)('POST /api/v1/rounds/{code}/me/keep', {
    params: { code },
    body: { user, terms_accepted: true, thirteen_or_older: true },
  });
  forgetGuest(code);
  return reply.user;
}

export const joinAsMember = async (code: string) =>
  (await api('POST /api/v1/rounds/{code}/join', { params: { code }, body: {} })).round;

function forgetGuest(code: string): void {
  if (readGuest(code)) writeStored(KEY, null);
}

/** Leaves a round, and forgets its guest on this device. */
export async function leaveRound(code: string): Promise<void> {
  await roundApi(code)('DELETE /api/v1/rounds/{code}/me', { params: { code } });
  forgetGuest(code);
}

/* A round */

export const roundKey = (code: string) => ['round', code] as const;

export const roundQuery = (code: string) =>
  queryOptions({
    queryKey: roundKey(code),
    queryFn: async ({ signal }): Promise<Round | InvitedRound> =>
      (await roundApi(code)('GET /api/v1/rounds/{code}', { params: { code }, signal })).round,
    retry: false,
    gcTime: 0,
  });

/** The titles that a guest may rate. */
export const guestDeckQuery = (code: string) =>
  queryOptions({
    queryKey: ['round-deck', code],
    queryFn: ({ signal }) => roundApi(code)('GET /api/v1/rounds/{code}/deck', { params: { code }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export async function rateAsGuest(
  code: string,
  rating: { medium_id: number; rating: number },
): Promise<Round> {
  const body = { ratings: [rating] };
  return (await roundApi(code)('PUT /api/v1/rounds/{code}/ratings', { params: { code }, body })).round;
}

/** Changes what the caller says or shows in the round. */
export async function changeMe(
  code: string,
  body: CallInput<'PATCH /api/v1/rounds/{code}/me'>['body'],
): Promise<Round> {
  return (await roundApi(code)('PATCH /api/v1/rounds/{code}/me', { params: { code }, body })).round;
}

/** Starts the vote, decides for a title or ends the round. Only the host may. */
export async function changeRound(code: string, body: PatchRound): Promise<Round> {
  return (await roundApi(code)('PATCH /api/v1/rounds/{code}', { params: { code }, body })).round;
}

export async function saveVote(code: string, id: number, vote: Vote): Promise<Round> {
  const input = { params: { code, id }, body: { vote } };
  return (await roundApi(code)('PUT /api/v1/rounds/{code}/votes/{id}', input)).round;
}

/** Lets somebody in who waits, or refuses them for good. */
export async function answerWaiting(code: string, id: number, admit: boolean): Promise<Round> {
  const input = { params: { code, id }, body: { admit } };
  return (await roundApi(code)('PATCH /api/v1/rounds/{code}/waiting/{id}', input)).round;
}

/** Removes a person, who cannot return. */
export async function removePerson(code: string, id: number): Promise<void> {
  await roundApi(code)('DELETE /api/v1/rounds/{code}/members/{id}', { params: { code, id } });
}

/* Evenings of a member */

export const EVENINGS_KEY = ['rounds'] as const;

/** The member's rounds and invitations, newest first. */
export const eveningsQuery = infiniteQueryOptions({
  queryKey: EVENINGS_KEY,
  queryFn: ({ pageParam, signal }) => api('GET /api/v1/rounds', { query: { page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

/** The users with whom the member shares a joined list. */
export const companionsQuery = queryOptions({
  queryKey: ['companions'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/companions', { signal })).companions,
});

export const startRound = async (round: CreateRound) =>
  (await api('POST /api/v1/rounds', { body: round })).round;

export async function forgetRound(code: string): Promise<void> {
  await api('DELETE /api/v1/rounds/{code}', { params: { code } });
}
