import { api } from '#src/lib/http/api.ts';

/** Ends the token of this session at the server, or every token of the user. */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  await api('POST /users/sign_out', { body: { everywhere } });
}

/** The history state that tells the logout screen that the token has ended already. */
export const TOKEN_ENDED = { tokenEnded: true } as const;
