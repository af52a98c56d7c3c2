import { createHash } from 'node:crypto';
import type { gaxios } from 'google-auth-library';
import { z } from 'zod';
import { AppError } from '#src/core/errors.ts';
import { once } from '#src/core/once.ts';
import { patiently } from '#src/core/patience.ts';
import type { GoogleSettings } from '#src/env-stores.ts';
import type { StoreFacts } from './store-facts.ts';

const API = 'https://androidpublisher.googleapis.com';
const SCOPE = 'https://www.googleapis.com/auth/androidpublisher';
const CALL_TIMEOUT_MS = 4_000;
const RETRY_AFTER_S = 5;
/** The characters of a token in a URL. Servers refuse longer URLs, and Google's tokens have some hundred characters. */
const TOKEN_MAX = 8_000;
/** Google's status codes for a purchase token that is invalid, unknown or deleted. */
const UNKNOWN = [400, 404, 410];

/** The fields that this client reads from Google's `purchases.subscriptionsv2`. */
const Purchase = z.object({
  subscriptionState: z.string(),
  acknowledgementState: z.string().optional(),
  linkedPurchaseToken: z.string().optional(),
  testPurchase: z.object({}).optional(),
  externalAccountIdentifiers: z.object({ obfuscatedExternalAccountId: z.string().optional() }).optional(),
  lineItems: z
    .array(
      z.object({
        productId: z.string(),
        expiryTime: z.coerce.date().optional(),
        autoRenewingPlan: z.object({ autoRenewEnabled: z.boolean().optional() }).optional(),
      }),
    )
    .default([]),
});
type Purchase = z.infer<typeof Purchase>;

const STATUS: Record<string, StoreFacts['status']> = {
  SUBSCRIPTION_STATE_PENDING: 'incomplete',
  SUBSCRIPTION_STATE_PENDING_PURCHASE_CANCELED: 'incomplete_expired',
  SUBSCRIPTION_STATE_ACTIVE: 'active',
  SUBSCRIPTION_STATE_IN_GRACE_PERIOD: 'past_due',
  SUBSCRIPTION_STATE_ON_HOLD: 'unpaid',
  SUBSCRIPTION_STATE_PAUSED: 'paused',
  // A canceled subscription is paid until it expires.
  SUBSCRIPTION_STATE_CANCELED: 'active',
  SUBSCRIPTION_STATE_EXPIRED: 'canceled',
};

/** Hashes a purchase token, which is too long for a database index. */
export const hashPurchaseToken = (token: string): string => createHash('sha256').update(token).digest('hex');

function toFacts(purchase: Purchase, purchaseToken: string, observedAt: Date): StoreFacts {
  const { subscriptionState, lineItems, linkedPurchaseToken } = purchase;
  const status = STATUS[subscriptionState];
  // Use the item that expires last. After a change of plan, the list contains the old item until that item
  // expires.
  const [item] = lineItems.toSorted(
    (one, other) => Number(other.expiryTime ?? 0) - Number(one.expiryTime ?? 0),
  );
  if (!status || !item) throw new Error(`Google returned an unknown state: ${subscriptionState}`);
  return {
    processor: 'google',
    id: hashPurchaseToken(purchaseToken),
    priceId: item.productId,
    status,
    periodEnd: item.expiryTime ?? observedAt,
    cancelAtPeriodEnd: status === 'active' && !item.autoRenewingPlan?.autoRenewEnabled,
    observedAt,
    accountToken: purchase.externalAccountIdentifiers?.obfuscatedExternalAccountId ?? null,
    purchaseToken,
    replacesId: linkedPurchaseToken ? hashPurchaseToken(linkedPurchaseToken) : null,
    isUnacknowledged: purchase.acknowledgementState === 'ACKNOWLEDGEMENT_STATE_PENDING',
    isPartial: false,
  };
}

const unavailable = (cause?: unknown): AppError =>
  new AppError('unavailable', { retryAfter: RETRY_AFTER_S, cause });

/** Sends every request to the emulator at `apiBase`, including requests for tokens and keys. */
function redirectTo(apiBase: string, transporter: gaxios.Gaxios): void {
  transporter.interceptors.request.add({
    resolved: async (request) => {
      request.url = new URL(request.url.pathname + request.url.search, apiBase);
      return request;
    },
  });
}

/** Loads Google's library. Loading takes 0.1 s of CPU time, so the first call loads the library. */
async function openClients({ apiBase, serviceAccount }: GoogleSettings) {
  const { gaxios, JWT, OAuth2Client } = await import('google-auth-library');
  const transporter = new gaxios.Gaxios({ timeout: patiently(CALL_TIMEOUT_MS) });
  if (apiBase !== null) redirectTo(apiBase, transporter);
  return {
    keys: new OAuth2Client({ transporter }),
    api: new JWT({ ...serviceAccount, scopes: [SCOPE], transporter }),
    isUnknown: (error: unknown): boolean =>
      error instanceof AppError &&
      error.cause instanceof gaxios.GaxiosError &&
      UNKNOWN.includes(error.cause.status ?? 0),
  };
}

/** @throws AppError `unavailable` when the call fails or takes longer than the budget. */
async function answerOf<T>(budgetMs: number, call: () => Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(unavailable()), budgetMs);
  try {
    return await Promise.race([call(), timeout.promise]);
  } catch (error) {
    throw error instanceof AppError ? error : unavailable(error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Verifies Pub/Sub requests, and calls the Google Play Developer API. The first call loads Google's library.
 */
export function createGoogleStore(settings: GoogleSettings | null) {
  const open = settings && once(() => openClients(settings));
  const purchases = `${API}/androidpublisher/v3/applications/${settings?.packageName}/purchases`;

  return {
    packageName: settings?.packageName ?? null,

    /**
     * Verifies the token of a Pub/Sub request. Any Google account can get a token for any audience, so the
     * token must also belong to our service account.
     * @throws AppError `bad_signature`, or `unavailable` when Google's public keys cannot be fetched.
     */
    async verifyPush(authorization: string, budgetMs: number): Promise<void> {
      const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization) ?? [];
      if (!open || !settings || token === undefined) throw new AppError('bad_signature');
      const { keys } = await open();
      const { certs } = await answerOf(budgetMs, () => keys.getFederatedSignonCerts());
      const ticket = await keys
        .verifySignedJwtWithCertsAsync(token, certs, settings.audience, keys.issuers)
        .catch((cause) => {
          throw new AppError('bad_signature', { cause });
        });
      const { email, email_verified: isVerified } = ticket.getPayload() ?? {};
      if (!isVerified || email !== settings.serviceAccount.email) throw new AppError('bad_signature');
    },

    /**
     * Returns the state of a purchase. Returns null for an unknown token, for a token that no URL can hold, and for
     * a test purchase outside the sandbox.
     * @param observedAt the time of the call by the clock of the database, which all processes share.
     */
    async findPurchase(
      purchaseToken: string,
      { observedAt, budgetMs }: { observedAt: Date; budgetMs: number },
    ): Promise<StoreFacts | null> {
      if (!open || !settings || !purchaseToken.isWellFormed()) return null;
      const token = encodeURIComponent(purchaseToken);
      if (token.length > TOKEN_MAX) return null;
      const { api, isUnknown } = await open();
      const url = `${purchases}/subscriptionsv2/tokens/${token}`;
      try {
        const { data } = await answerOf(budgetMs, () => api.request({ url }));
        const purchase = Purchase.parse(data);
        if (purchase.testPurchase && !settings.isSandbox) return null;
        return toFacts(purchase, purchaseToken, observedAt);
      } catch (error) {
        if (isUnknown(error)) return null;
        throw error;
      }
    },

    /** Acknowledges a purchase. A repeated call changes nothing. */
    async acknowledge(productId: string, purchaseToken: string, budgetMs: number): Promise<void> {
      if (!open) throw unavailable();
      const { api } = await open();
      const token = encodeURIComponent(purchaseToken);
      const url = `${purchases}/subscriptions/${encodeURIComponent(productId)}/tokens/${token}:acknowledge`;
      await answerOf(budgetMs, () => api.request({ url, method: 'POST', data: {} }));
    },
  };
}

export type GoogleStore = ReturnType<typeof createGoogleStore>;
