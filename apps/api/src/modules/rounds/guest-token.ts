import type { Secrets } from '#src/core/secrets.ts';

const USE = 'round-guest';

export interface Guest {
  /** The id of the membership. */
  memberId: number;
  /** When the round is deleted for guests: ROUND_GUEST_HOURS after the latest end that it can have. */
  expiresAt: Date;
}

/**
 * Returns the token of a guest. Its key differs from that of access tokens, so it is no access token: every call that
 * is not part of the round answers 401.
 */
export const writeGuestToken = (secrets: Pick<Secrets, 'sign'>, { memberId, expiresAt }: Guest): string =>
  secrets.sign(USE, `${memberId}.${expiresAt.getTime()}`);

/** Returns the guest of a token, or null when the token is none or has expired. */
export function readGuestToken(secrets: Pick<Secrets, 'verify'>, token: string): Guest | null {
  const [memberId, expiresAt] = secrets.verify(USE, token)?.split('.').map(Number) ?? [];
  if (memberId === undefined || expiresAt === undefined || expiresAt <= Date.now()) return null;
  return { memberId, expiresAt: new Date(expiresAt) };
}
