import type {
  JWSRenewalInfoDecodedPayload,
  JWSTransactionDecodedPayload,
  ResponseBodyV2DecodedPayload,
  SignedDataVerifier,
} from '@apple/app-store-server-library';
import { AppError } from '#src/core/errors.ts';
import { once } from '#src/core/once.ts';
import type { AppleSettings } from '#src/env-stores.ts';
import type { StoreFacts } from './store-facts.ts';

/**
 * How far a signature date may be in the future, in milliseconds. A state with a date in the far future would
 * take precedence over all later states.
 */
const AHEAD_MS = 5 * 60_000;
const SUBSCRIPTION = 'Auto-Renewable Subscription';
/** Values of `status` in a notification. */
const STATUS: Record<number, StoreFacts['status']> = {
  1: 'active',
  2: 'canceled',
  3: 'unpaid',
  4: 'past_due',
  5: 'canceled',
};
const GRACE_PERIOD = 4;
const AUTO_RENEW_OFF = 0;

export interface AppleNotification {
  id: string;
  type: string;
  /** The facts are null when the notification is not about a subscription. */
  facts: StoreFacts | null;
}

function factsOfTransaction(transaction: JWSTransactionDecodedPayload): StoreFacts | null {
  const { originalTransactionId, productId, expiresDate, signedDate, type } = transaction;
  if (type !== SUBSCRIPTION || !originalTransactionId || !productId || !expiresDate || !signedDate)
    return null;
  const { revocationDate, purchaseDate = signedDate } = transaction;
  const isOver = revocationDate !== undefined || expiresDate <= Date.now();
  return {
    processor: 'apple',
    id: originalTransactionId,
    priceId: productId,
    status: isOver ? 'canceled' : 'active',
    periodEnd: new Date(expiresDate),
    cancelAtPeriodEnd: false,
    // Use the purchase date instead of the signature date, because a device may sign an old transaction
    // again. The signature date is the upper limit, because a renewal may begin in the future.
    observedAt: new Date(Math.min(revocationDate ?? purchaseDate, signedDate)),
    accountToken: transaction.appAccountToken ?? null,
    purchaseToken: null,
    replacesId: null,
    isUnacknowledged: false,
    isPartial: true,
  };
}

/**
 * Returns the whole state of a subscription. The transaction may be old, for example after a refund, so the
 * fields of the notification take precedence.
 */
function factsOfNotification(
  { data, signedDate }: ResponseBodyV2DecodedPayload,
  transaction: JWSTransactionDecodedPayload,
  renewal: JWSRenewalInfoDecodedPayload | null,
): StoreFacts | null {
  const facts = factsOfTransaction(transaction);
  const status = STATUS[Number(data?.status)];
  if (!facts || !signedDate) return facts;
  const graceEnd = data?.status === GRACE_PERIOD ? renewal?.gracePeriodExpiresDate : undefined;
  const periodEnd = graceEnd ?? renewal?.renewalDate;
  return {
    ...facts,
    ...(status && { status, isPartial: false }),
    priceId: renewal?.productId ?? facts.priceId,
    ...(periodEnd !== undefined && { periodEnd: new Date(periodEnd) }),
    cancelAtPeriodEnd: renewal?.autoRenewStatus === AUTO_RENEW_OFF,
    observedAt: new Date(signedDate),
    accountToken: facts.accountToken ?? renewal?.appAccountToken ?? null,
  };
}

/** Loads Apple's library. Loading takes 0.15 s of CPU time, so the first call loads the library. */
async function openVerifier(settings: AppleSettings): Promise<SignedDataVerifier> {
  const { Environment, SignedDataVerifier } = await import('@apple/app-store-server-library');
  return new SignedDataVerifier(
    [settings.rootCertificate],
    false,
    // The library verifies the certificate chain only in these two environments.
    settings.isSandbox ? Environment.SANDBOX : Environment.PRODUCTION,
    settings.bundleId,
    settings.appId,
  );
}

/**
 * Verifies data that Apple signed: the chain of certificates up to the configured root, the application and the
 * environment. Verification sends no request to Apple.
 */
export function createAppleStore(settings: AppleSettings | null) {
  const open = settings && once(() => openVerifier(settings));

  /** @throws AppError `bad_signature`. */
  async function verify<T extends { signedDate?: number }>(
    decode: (verifier: SignedDataVerifier) => Promise<T>,
  ): Promise<T> {
    if (!open) throw new AppError('bad_signature');
    const decoded = await decode(await open()).catch((cause) => {
      throw new AppError('bad_signature', { cause });
    });
    if ((decoded.signedDate ?? 0) > Date.now() + AHEAD_MS) throw new AppError('bad_signature');
    return decoded;
  }

  return {
    /** @throws AppError `bad_signature`. */
    async readNotification(signedPayload: string): Promise<AppleNotification> {
      const notification = await verify((by) => by.verifyAndDecodeNotification(signedPayload));
      const { notificationUUID: id, notificationType: type, data } = notification;
      if (!id || !type) throw new AppError('bad_request');
      const { signedTransactionInfo, signedRenewalInfo } = data ?? {};
      if (!signedTransactionInfo) return { id, type, facts: null };
      const transaction = await verify((by) => by.verifyAndDecodeTransaction(signedTransactionInfo));
      const renewal = signedRenewalInfo
        ? await verify((by) => by.verifyAndDecodeRenewalInfo(signedRenewalInfo))
        : null;
      return { id, type, facts: factsOfNotification(notification, transaction, renewal) };
    },

    /** Reads the purchase that an app reports. @throws AppError `bad_signature`. */
    async readTransaction(signedTransaction: string): Promise<StoreFacts | null> {
      return factsOfTransaction(await verify((by) => by.verifyAndDecodeTransaction(signedTransaction)));
    },
  };
}

export type AppleStore = ReturnType<typeof createAppleStore>;
