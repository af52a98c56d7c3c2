// Tokens that every request must refuse: ended by a logout, forged, expired, or of a deleted user.
import { createHmac, randomUUID } from 'node:crypto';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

interface Claims {
  sub: string;
  ver?: number;
  iss?: string;
  aud?: string;
  iat?: number;
  exp?: number;
}

function sign(secret: string, { alg = 'HS256', ...claims }: Claims & { alg?: string }): string {
  const now = Math.floor(Date.now() / 1_000);
  const text = `${encode({ alg, typ: 'JWT' })}.${encode({
    ver: 0,
    iss: 'marquee',
    aud: 'marquee-api',
    jti: randomUUID(),
    iat: now,
    exp: now + 3_600,
    ...claims,
  })}`;
  const signature = alg === 'none' ? '' : createHmac('sha256', secret).update(text).digest('base64url');
  return `${text}.${signature}`;
}

/** Returns tokens for this user that are forged, expired or have wrong claims. */
export function forgeTokens(userId: number, secret: string): string[] {
  const sub = String(userId);
  const longAgo = Math.floor(Date.now() / 1_000) - 86_400;
  return [
    'none-of-ours',
    sign('another secret of 32 characters or more', { sub }),
    sign(secret, { sub, alg: 'none' }),
    sign(secret, { sub, exp: longAgo, iat: longAgo - 3_600 }),
    sign(secret, { sub, aud: 'another-api' }),
    sign(secret, { sub, iss: 'another' }),
    sign(secret, { sub, ver: 7 }),
  ];
}
