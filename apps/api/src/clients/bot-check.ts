import { createHash } from 'node:crypto';
import { BOT_CHECK_MINUTES, type BotCheckAction, type BotCheckChallenge } from '@marquee/contracts';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { AppError } from '#src/core/errors.ts';
import { patiently } from '#src/core/patience.ts';

/** Stores used proofs. `use` returns false when the proof is already stored. */
interface Proofs {
  use(proofHash: string, expiresAt: Date): Promise<boolean>;
}

interface Given {
  /** The `recaptcha` field of the call. */
  proof: string | null | undefined;
  action: BotCheckAction;
  ip: string;
}

export interface BotCheck {
  /** Returns a challenge for the client. The fields of the challenge depend on the kind of check. */
  createChallenge(action: BotCheckAction | undefined): Promise<BotCheckChallenge>;
  /** @throws AppError `bot_check_failed`, or `unavailable` when an external verifier does not answer. */
  verify(given: Given): Promise<void>;
}

const LIFETIME_MS = BOT_CHECK_MINUTES * 60_000;
const failed = (cause?: unknown): AppError => new AppError('bot_check_failed', { cause });
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

// ALTCHA ------------------------------------------------------------------------------------------------------

/** A proof takes about half a second on one phone core: 750 derivations of 1,000 rounds on average. */
const COST = 1_000;
const COUNTER_MIN = 250;
const COUNTER_MAX = 1_250;

const Solved = z.object({
  challenge: z.object({
    parameters: z
      .looseObject({
        algorithm: z.literal('PBKDF2/SHA-256'),
        nonce: z.string().max(100),
        salt: z.string().max(100),
        cost: z.literal(COST),
        keyLength: z.int().max(64),
        keyPrefix: z.string().max(128),
        keySignature: z.string().max(200),
        expiresAt: z.number(),
        data: z.object({ action: z.string() }).optional(),
      })
      .readonly(),
    signature: z.string().max(200),
  }),
  solution: z.object({
    counter: z.int().min(0),
    derivedKey: z.string().max(128),
    time: z.number().optional(),
  }),
});

/** Parses the `recaptcha` field, in which ALTCHA clients send `{ challenge, solution }` as JSON in base64. */
function readSolved(proof: string): z.infer<typeof Solved> {
  try {
    return Solved.parse(JSON.parse(Buffer.from(proof, 'base64').toString()));
  } catch (cause) {
    throw failed(cause);
  }
}

/**
 * Creates a bot check by proof of work (ALTCHA, format 2), which needs no other server. Stores only used
 * proofs, because the signed challenge contains the expiry and the action.
 */
export function createAltcha(key: string, proofs: Proofs): BotCheck {
  const secrets = { hmacSignatureSecret: key, hmacKeySignatureSecret: hash(`derived:${key}`) };
  return {
    async createChallenge(action) {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(COUNTER_MAX, COUNTER_MIN),
        deriveKey,
        expiresAt: new Date(Date.now() + LIFETIME_MS),
        ...(action && { data: { action } }),
        ...secrets,
      });
      return { provider: 'altcha', ...challenge };
    },

    async verify({ proof, action }) {
      if (!proof) throw failed();
      const { challenge, solution } = readSolved(proof);
      // The library throws when a field of the challenge or of the solution is not hexadecimal.
      const result = await verifySolution({ challenge, solution, deriveKey, ...secrets }).catch((cause) => {
        throw failed(cause);
      });
      if (!result.verified) throw failed();
      const { data, expiresAt } = challenge.parameters;
      if (data && data.action !== action) throw failed();
      // Store the signature instead of the proof, so that the same solution in another encoding is refused.
      if (!(await proofs.use(hash(challenge.signature), new Date(expiresAt * 1_000)))) throw failed();
    },
  };
}

// reCAPTCHA v3 ------------------------------------------------------------------------------------------------

const SITE_VERIFY = 'https://www.google.com/recaptcha/api/siteverify';
const SCORE_MIN = 0.5;
const ANSWER_WITHIN_MS = 4_000;
const RETRY_AFTER_S = 5;
/**
 * Error codes caused by the client. Every other code is an error of this server, for example a wrong secret.
 */
const REFUSALS = ['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate'];

const SiteVerifyReply = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  challenge_ts: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});

interface RecaptchaOptions {
  siteKey: string;
  secret: string;
  /** Host names of the web app; a token from another host is refused. */
  hostnames: readonly string[];
  proofs: Proofs;
  verifyUrl?: string;
}

export function createRecaptcha(options: RecaptchaOptions): BotCheck {
  const { siteKey, secret, hostnames, proofs, verifyUrl = SITE_VERIFY } = options;

  async function ask(proof: string, ip: string): Promise<z.infer<typeof SiteVerifyReply>> {
    try {
      const response = await fetch(verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret, response: proof, remoteip: ip }),
        signal: AbortSignal.timeout(patiently(ANSWER_WITHIN_MS)),
      });
      if (!response.ok) throw new Error(`reCAPTCHA answered ${response.status}`);
      return SiteVerifyReply.parse(await response.json());
    } catch (cause) {
      throw new AppError('unavailable', { retryAfter: RETRY_AFTER_S, cause });
    }
  }

  return {
    createChallenge: async () => ({ provider: 'recaptcha', site_key: siteKey }),

    async verify({ proof, action, ip }) {
      if (!proof) throw failed();
      const reply = await ask(proof, ip);
      const ours = reply['error-codes'].find((code) => !REFUSALS.includes(code));
      if (ours) {
        throw new AppError('unavailable', {
          retryAfter: RETRY_AFTER_S,
          cause: new Error(`reCAPTCHA refused the request: ${ours}`),
        });
      }
      const solvedAt = Date.parse(reply.challenge_ts ?? '');
      const good =
        reply.success &&
        (reply.score ?? 0) >= SCORE_MIN &&
        reply.action === action &&
        hostnames.includes(reply.hostname ?? '') &&
        Math.abs(Date.now() - solvedAt) <= LIFETIME_MS;
      if (!good) throw failed();
      if (!(await proofs.use(hash(proof), new Date(solvedAt + LIFETIME_MS)))) throw failed();
    },
  };
}

/** Accepts every request, for tests. */
export const botCheckOff: BotCheck = {
  createChallenge: async () => ({ provider: 'off' }),
  verify: async () => {},
};

interface Env {
  BOT_CHECK: 'altcha' | 'recaptcha' | 'off';
  ALTCHA_KEY: string;
  RECAPTCHA_SITE_KEY: string | null;
  RECAPTCHA_SECRET: string | null;
  WEB_ORIGINS: readonly string[];
}

/** Creates the check that `BOT_CHECK` selects. */
export function createBotCheck(env: Env, proofs: Proofs): BotCheck {
  if (env.BOT_CHECK === 'off') return botCheckOff;
  if (env.BOT_CHECK === 'recaptcha' && env.RECAPTCHA_SITE_KEY && env.RECAPTCHA_SECRET) {
    return createRecaptcha({
      siteKey: env.RECAPTCHA_SITE_KEY,
      secret: env.RECAPTCHA_SECRET,
      hostnames: env.WEB_ORIGINS.map((origin) => new URL(origin).hostname),
      proofs,
    });
  }
  return createAltcha(env.ALTCHA_KEY, proofs);
}
