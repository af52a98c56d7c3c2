import { type Client, createClient } from '@marquee/contracts/client';
import { REQUEST_TIMEOUT_MS } from '@marquee/contracts/constants';
import { api, reportRefusal } from '#src/lib/http/api.ts';
import { readToken } from '#src/lib/session/token.ts';
import { readStored, writeStored } from '#src/lib/storage/storage.ts';

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

/** Returns the client for the calls of a round, as the person who is in it. A guest's refusal ends no session. */
export const roundApi = (code: string): Client =>
  createClient({
    origin: ORIGIN,
    token: () => roundToken(code),
    timeoutMs: REQUEST_TIMEOUT_MS,
    ...(!readGuest(code)?.token && { onError: reportRefusal }),
  });

/** Joins a round as a guest, whose token is kept on this device. */
export async function joinAsGuest(code: string, name: string) {
  const guestKey = readGuest(code)?.guestKey ?? crypto.randomUUID();
  writeGuest({ code, guestKey, token: null });
  const client = createClient({ origin: ORIGIN, token: readToken, timeoutMs: REQUEST_TIMEOUT_MS });
  const { round, guest_token } = await client('POST /api/v1/rounds/{code}/join', {
    params: { code },
    body: { name, guest_key: guestKey },
  });
  writeGuest({ code, guestKey, token: guest_token ?? null });
  return round;
}

export const joinAsMember = async (code: string) =>
  (await api('POST /api/v1/rounds/{code}/join', { params: { code }, body: {} })).round;

/** Forgets the guest of a round after leaving it. */
export function forgetGuest(code: string): void {
  if (readGuest(code)) writeStored(KEY, null);
}
