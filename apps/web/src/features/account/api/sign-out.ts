import { api } from '#src/lib/http/api.ts';

/** Ends the token of this session at the server, or every token of the user. */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  await api('POST /users/sign_out', { body: { everywhere } });
}

/**
 * The history state of the logout screen when the token has already ended. With this state, the screen sends
 * no call.
 */
export const TOKEN_ENDED = { tokenEnded: true } as const;
