import { randomUUID } from 'node:crypto';
import jwt from '@fastify/jwt';
import { ERROR_STATUS, IdText, type RouteContract, TOKEN_DAYS } from '@marquee/contracts';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { AppError } from '#src/core/errors.ts';
import { hashToken, safeEqual } from '#src/core/secrets.ts';
import type { Access } from '#src/titles/users/access.repository.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import { type FoundKey, isKeyLive, type KeyInUse, looksLikeKey, type PersonalKeys } from './personal-keys.ts';
import { countAnonymous, type Limits, looksSigned, uncountAnonymous } from './rate-limits.ts';

const ISSUER = 'marquee';
const AUDIENCE = 'marquee-api';
const CLOCK_LEEWAY_MS = 30_000;
const VERIFIED_TOKENS_KEPT = 10_000;
/** Calls without a token are let through. A route of `round` answers 404 to them, as to every stranger. */
const OPEN_TO_VISITORS: ReadonlySet<RouteContract['access']> = new Set(['public', 'round']);

/** The user of a request and the presented token: that of a session, or the secret of a personal key. */
export interface Caller {
  readonly userId: number;
  readonly token: string;
  /** The version of the user's tokens that the token carries. */
  readonly tokenVersion: number;
  /** When the user signed in or up. A key is never new. */
  readonly issuedAt: Date;
  /** The time until which the token is accepted. */
  readonly expiresAt: Date;
  /** Whether a trial or a plan gives access. */
  readonly isMember: boolean;
  /** The personal key of the call, or null for a session. */
  readonly key: KeyInUse | null;
}

/** A guest of a round, by the id of the membership. */
interface Guest {
  readonly memberId: number;
}

/** Returns whether a session has ended neither by sign-out nor by a raised token version. */
export const isSessionLive = (
  access: Access | null,
  { token, tokenVersion }: Pick<Caller, 'token' | 'tokenVersion'>,
): boolean =>
  access !== null &&
  access.tokenVersion === tokenVersion &&
  !(access.endedTokens.length > 0 && access.endedTokens.includes(hashToken(token)));

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** The guest of a round who calls a route of `access: 'round'`. */
    guest: Guest | null;
  }
  interface FastifyInstance {
    /**
     * Returns a new access token (docs/api.md#token), which is valid for TOKEN_DAYS unless its session ends
     * earlier.
     */
    issueToken: (userId: number, version: number) => string;
  }
}

const Claims = z.object({ sub: IdText, ver: z.int(), iat: z.number(), exp: z.int() });

interface Options {
  secret: string;
  publicClientToken: string;
  /** The METRICS_TOKEN of operators, which is not an access token. */
  metricsToken: string | null;
  users: Pick<UserCache, 'findAccess'>;
  keys: PersonalKeys;
  limits: Pick<Limits, 'takeCall' | 'charge'>;
  /** Returns the guest of a round whom a token names, or null. */
  readGuest: (token: string) => Guest | null;
}

/**
 * Returns whether the request presents this secret as bearer token. Returns false when the secret is null.
 */
export function bears(request: FastifyRequest, secret: string | null): boolean {
  const token = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return secret !== null && token !== undefined && safeEqual(token, secret);
}

/**
 * Returns whether the signature has its canonical spelling. Decoders ignore some bits of its last character,
 * but a logout stores the hash of one spelling only.
 */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}

/**
 * Returns the bearer token of a request, or null for a visitor.
 * @throws AppError `unauthorized` when the scheme of the header is not Bearer, or when the token contains a
 * space.
 */
function presentedToken(request: FastifyRequest, publicClientToken: string): string | null {
  const header = request.headers.authorization?.trim();
  if (!header) return null;
  const [scheme = '', token = '', ...rest] = header.split(/\s+/);
  if (scheme.toLowerCase() !== 'bearer' || rest.length > 0) throw new AppError('unauthorized');
  return ['', 'false', 'null', publicClientToken].includes(token) ? null : token;
}

/**
 * Counts the requests of each user, determines the caller of every request and enforces the route's `access`.
 * Refuses with 401 (bad or missing token), 403 (disabled account, or a key without the route's scope) or 402 (no trial or
 * subscription).
 */
export const authentication = fp(async (app, options: Options) => {
  const { secret, publicClientToken, metricsToken, users, keys, limits, readGuest } = options;
  await app.register(jwt, {
    secret,
    sign: { algorithm: 'HS256', iss: ISSUER, aud: AUDIENCE, expiresIn: `${TOKEN_DAYS}d` },
    verify: {
      algorithms: ['HS256'],
      allowedIss: ISSUER,
      allowedAud: AUDIENCE,
      clockTolerance: CLOCK_LEEWAY_MS,
      requiredClaims: ['exp', 'iss', 'aud', 'sub'],
    },
  });
  // @fastify/jwt has a cache too, but hashing the token for it takes time in every call.
  const verified = new LRUCache<string, z.infer<typeof Claims>>({ max: VERIFIED_TOKENS_KEPT });

  app.decorate('issueToken', (userId, version) =>
    // The random id makes two tokens of the same second different, so that a logout ends only one token.
    app.jwt.sign({ sub: String(userId), ver: version, jti: randomUUID() }),
  );
  app.decorateRequest('caller', null);
  app.decorateRequest('guest', null);

  function readClaims(request: FastifyRequest, token: string): z.infer<typeof Claims> {
    const known = verified.get(token);
    if (known && known.exp * 1_000 + CLOCK_LEEWAY_MS > Date.now()) return known;
    try {
      if (!isCanonical(token)) throw new Error('the signature is not in canonical form');
      const claims = Claims.parse(app.jwt.verify(token));
      // A copy, because the token is a slice that would keep the whole header, which may have many spaces, in memory.
      verified.set(Buffer.from(token).toString(), claims);
      return claims;
    } catch (cause) {
      if (looksSigned(request)) countAnonymous(request, limits);
      throw new AppError('unauthorized', { cause });
    }
  }

  /** @throws AppError when the session or the key has ended, or the account is disabled. */
  async function requireLive(
    session: Pick<Caller, 'userId' | 'token' | 'tokenVersion' | 'key'>,
  ): Promise<Access> {
    const access = await users.findAccess(session.userId);
    const isLive = session.key ? isKeyLive(access, session.key.id) : isSessionLive(access, session);
    if (access === null || !isLive) throw new AppError('unauthorized');
    if (access.disabled) throw new AppError('forbidden');
    return access;
  }

  /**
   * Returns the key of a secret, unless it does not fit. A secret that this process does not know costs a query, so it counts for
   * the IP address before that is spent, and is given back when it proves valid.
   */
  async function findKey(
    request: FastifyRequest,
    secret: string,
    fits: (found: FoundKey) => boolean,
  ): Promise<FoundKey | null> {
    let isCounted = false;
    const count = (): void => {
      if (!isCounted) countAnonymous(request, limits);
      isCounted = true;
    };
    const found = looksLikeKey(secret) ? await keys.find(secret, count) : null;
    if (found && fits(found)) {
      if (isCounted) uncountAnonymous(request, limits);
      return found;
    }
    count();
    return null;
  }

  /**
   * Counts the call of a key and requires its scope. All keys of a user together have a limit of their own, so that no script
   * uses up what the user's screens need.
   */
  function takeKey({ userId, access, key }: FoundKey, token: string, contract: RouteContract): Caller {
    limits.takeCall('keyCalls', String(userId), contract.cost);
    limits.takeCall('calls', String(userId), contract.cost);
    if (contract.scope === 'none' || !key.scopes.includes(contract.scope))
      throw new AppError('scope_missing');
    if (access.memberUntil <= Date.now()) throw new AppError('subscription_required');
    const { tokenVersion } = access;
    return {
      userId,
      token,
      tokenVersion,
      issuedAt: new Date(0),
      expiresAt: new Date(0),
      isMember: true,
      key,
    };
  }

  /** Returns the user of a personal key. The secret of an address to read is no token. */
  async function authenticateKey(
    request: FastifyRequest,
    token: string,
    contract: RouteContract,
  ): Promise<Caller> {
    const found = await findKey(request, token, ({ key }) => !key.scopes.includes('feed'));
    if (!found) throw new AppError('unauthorized');
    if (found.access.disabled) throw new AppError('forbidden');
    return takeKey(found, token, contract);
  }

  /** Returns the user of an address to read. A guess of one learns no more than any other unknown address. */
  async function authenticateFeed(request: FastifyRequest, contract: RouteContract): Promise<Caller> {
    const secret = String(Object(request.params).secret);
    const found = await findKey(
      request,
      secret,
      ({ key, access }) => key.scopes.includes('feed') && !access.disabled,
    );
    if (!found) throw new AppError('not_found');
    return takeKey(found, secret, contract);
  }

  app.addHook('onRequest', async (request) => {
    const { contract } = request.routeOptions.config;
    if (!contract || contract.ignoresToken || contract.access === 'signed') return;
    if (contract.access === 'feed') {
      request.caller = await authenticateFeed(request, contract);
      return;
    }
    const isOperations = contract.access === 'operations';
    if (isOperations && bears(request, metricsToken)) return;
    const token = presentedToken(request, publicClientToken);
    if (token === null) {
      // Count a request that `countRequests` skipped, because PUBLIC_CLIENT_TOKEN may look like a signed
      // token.
      if (looksSigned(request)) countAnonymous(request, limits);
      if (!OPEN_TO_VISITORS.has(contract.access) && !isOperations) throw new AppError('unauthorized');
      return;
    }
    const guest = contract.access === 'round' ? readGuest(token) : null;
    if (guest) {
      limits.takeCall('calls', `guest:${guest.memberId}`, contract.cost);
      request.guest = guest;
      return;
    }
    if (looksLikeKey(token)) {
      request.caller = await authenticateKey(request, token, contract);
      return;
    }
    const { sub: userId, ver, iat, exp } = readClaims(request, token);
    // A call with an ended token counts for the IP address. Otherwise a stolen token could use up the user's calls.
    const access = await requireLive({ userId, token, tokenVersion: ver, key: null }).catch(
      (error: unknown) => {
        // A failure of the server must not use up the caller's limit.
        if (error instanceof AppError && error.status < ERROR_STATUS.internal_error)
          countAnonymous(request, limits);
        throw error;
      },
    );
    limits.takeCall('calls', String(userId), contract.cost);
    const isMember = access.memberUntil > Date.now();
    if (contract.access === 'member' && !isMember) throw new AppError('subscription_required');
    request.caller = {
      userId,
      token,
      tokenVersion: ver,
      issuedAt: new Date(iat * 1_000),
      expiresAt: new Date(exp * 1_000 + CLOCK_LEEWAY_MS),
      isMember,
      key: null,
    };
  });

  // A body may take a minute, in which the owner may have ended the session or the key.
  app.addHook('preHandler', async ({ caller, body }) => {
    if (caller && body !== undefined) await requireLive(caller);
  });
});
