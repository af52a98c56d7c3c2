// Emulators for the app stores: signatures in Apple's format with a test root, and Google's servers on
// loopback.
import 'reflect-metadata';
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { BasicConstraintsExtension, Extension, X509CertificateGenerator } from '@peculiar/x509';
import type { Env } from '#src/env.ts';

const DAY_MS = 86_400_000;
const CURVE = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const LEAF_OID = '1.2.840.113635.100.6.11.1';
const INTERMEDIATE_OID = '1.2.840.113635.100.6.2.1';
const DER_NULL = new Uint8Array([5, 0]);
export const BUNDLE_ID = 'example.marquee.app';
export const APP_ID = 1_234_567_890;
const PACKAGE = 'example.marquee.app';
const AUDIENCE = 'https://marquee.example/webhooks/google';
const SERVICE_ACCOUNT = 'stores@marquee.iam.gserviceaccount.com';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Creates a root, an intermediate and a leaf certificate, and a function that signs JWS with this chain. */
export async function createAppleAuthority({ hasAppleMarks = true, leafEndsAt = Date.now() + DAY_MS } = {}) {
  const newKeys = () => crypto.subtle.generateKey(CURVE, true, ['sign', 'verify']);
  const [rootKeys, middleKeys, leafKeys] = await Promise.all([newKeys(), newKeys(), newKeys()]);
  const dates = {
    notBefore: new Date(Date.now() - 90 * DAY_MS),
    notAfter: new Date(Date.now() + 30 * DAY_MS),
  };
  const marks = (oid: string) => (hasAppleMarks ? [new Extension(oid, false, DER_NULL)] : []);
  const root = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Test Root',
    ...dates,
    signingAlgorithm: CURVE,
    keys: rootKeys,
    extensions: [new BasicConstraintsExtension(true, 2, true)],
  });
  const middle = await X509CertificateGenerator.create({
    serialNumber: '02',
    subject: 'CN=Test Intermediate',
    issuer: root.subject,
    ...dates,
    signingAlgorithm: CURVE,
    publicKey: middleKeys.publicKey,
    signingKey: rootKeys.privateKey,
    extensions: [new BasicConstraintsExtension(true, 1, true), ...marks(INTERMEDIATE_OID)],
  });
  const leaf = await X509CertificateGenerator.create({
    serialNumber: '03',
    subject: 'CN=Test Leaf',
    issuer: middle.subject,
    ...dates,
    notAfter: new Date(leafEndsAt),
    signingAlgorithm: CURVE,
    publicKey: leafKeys.publicKey,
    signingKey: middleKeys.privateKey,
    extensions: marks(LEAF_OID),
  });
  const x5c = [leaf, middle, root].map(({ rawData }) => Buffer.from(rawData).toString('base64'));
  return {
    rootCertificate: Buffer.from(root.rawData),
    rootPem: root.toString('pem'),
    async sign(payload: object): Promise<string> {
      const text = `${encode({ alg: 'ES256', x5c })}.${encode(payload)}`;
      const signature = await crypto.subtle.sign(CURVE, leafKeys.privateKey, Buffer.from(text));
      return `${text}.${Buffer.from(signature).toString('base64url')}`;
    },
  };
}

type AppleAuthority = Awaited<ReturnType<typeof createAppleAuthority>>;

export interface AppleState {
  id: string;
  productId?: string;
  appAccountToken?: string;
  /** Apple's status: 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked. */
  status?: number;
  expiresDate?: number;
  purchaseDate?: number;
  gracePeriodExpiresDate?: number;
  autoRenewStatus?: number;
  signedDate?: number;
  type?: string;
  environment?: string;
}

/** Signs a transaction in the format in which StoreKit passes it to an app. */
export function signTransaction(authority: AppleAuthority, state: AppleState): Promise<string> {
  const { id, productId = 'monthly_399', environment = 'Sandbox', signedDate = Date.now() } = state;
  return authority.sign({
    originalTransactionId: id,
    transactionId: id,
    productId,
    bundleId: BUNDLE_ID,
    type: 'Auto-Renewable Subscription',
    environment,
    purchaseDate: state.purchaseDate ?? signedDate,
    expiresDate: state.expiresDate ?? Date.now() + 30 * DAY_MS,
    appAccountToken: state.appAccountToken,
    signedDate,
  });
}

/** Signs a notification in the format in which the App Store posts it. */
export async function signNotification(authority: AppleAuthority, state: AppleState) {
  const { environment = 'Sandbox', signedDate = Date.now(), status = 1 } = state;
  const notificationUUID = randomUUID();
  const signedRenewalInfo = await authority.sign({
    originalTransactionId: state.id,
    productId: state.productId ?? 'monthly_399',
    autoRenewStatus: state.autoRenewStatus ?? 1,
    renewalDate: state.expiresDate ?? Date.now() + 30 * DAY_MS,
    gracePeriodExpiresDate: state.gracePeriodExpiresDate,
    environment,
    signedDate,
  });
  const signedPayload = await authority.sign({
    notificationType: state.type ?? 'SUBSCRIBED',
    notificationUUID,
    version: '2.0',
    signedDate,
    data: {
      environment,
      bundleId: BUNDLE_ID,
      appAppleId: APP_ID,
      status,
      signedTransactionInfo: await signTransaction(authority, state),
      signedRenewalInfo,
    },
  });
  return { signedPayload, notificationUUID };
}

/** The fields of `purchases.subscriptionsv2` that tests set. */
export interface GooglePurchase {
  subscriptionState: string;
  acknowledgementState?: string;
  linkedPurchaseToken?: string;
  testPurchase?: object;
  externalAccountIdentifiers?: { obfuscatedExternalAccountId?: string };
  lineItems: { productId: string; expiryTime: string; autoRenewingPlan?: { autoRenewEnabled: boolean } }[];
}

/** Starts a server for Google's public keys, access tokens and the Google Play Developer API. */
async function startGoogle() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const certificates = { k1: publicKey.export({ type: 'spki', format: 'pem' }) };
  const purchases = new Map<string, GooglePurchase>();
  const acknowledged: string[] = [];
  let isDown = false;

  function answer(method: string, path: string): { status: number; body: object } {
    if (isDown) return { status: 503, body: {} };
    if (path === '/oauth2/v1/certs') return { status: 200, body: certificates };
    if (path === '/token')
      return { status: 200, body: { access_token: 'a', token_type: 'Bearer', expires_in: 3_600 } };
    const [, action = '', token = ''] =
      /^\/androidpublisher\/v3\/applications\/[^/]+\/purchases\/(.+)\/tokens\/(.+)$/.exec(path) ?? [];
    const purchase = purchases.get(token.replace(':acknowledge', ''));
    if (!purchase) return { status: 404, body: { error: { code: 404 } } };
    if (method === 'GET' && action === 'subscriptionsv2') return { status: 200, body: purchase };
    purchase.acknowledgementState = 'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED';
    acknowledged.push(`${action}/${token}`);
    return { status: 200, body: {} };
  }

  const server = createServer((request, response) => {
    request.resume();
    const { status, body } = answer(request.method ?? '', new URL(request.url ?? '', 'http://x').pathname);
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'max-age=3600' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  return {
    settings: {
      packageName: PACKAGE,
      audience: AUDIENCE,
      serviceAccount: {
        email: SERVICE_ACCOUNT,
        key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
      },
      apiBase: `http://127.0.0.1:${port}`,
      isSandbox: true,
    },
    purchases,
    acknowledged,
    close: (): void => void server.close(),
    setDown: (down: boolean): void => {
      isDown = down;
    },

    /** Returns the token that Pub/Sub sends with a push. */
    signPush(claims: object = {}): string {
      const now = Math.floor(Date.now() / 1_000);
      const defaults = {
        iss: 'https://accounts.google.com',
        aud: AUDIENCE,
        email: SERVICE_ACCOUNT,
        email_verified: true,
        iat: now,
        exp: now + 3_600,
      };
      const text = `${encode({ alg: 'RS256', kid: 'k1' })}.${encode({ ...defaults, ...claims })}`;
      return `Bearer ${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
    },
  };
}

/** Returns the body of a Pub/Sub push for a purchase. */
export function googlePush(purchaseToken: string, { messageId = randomUUID(), packageName = PACKAGE } = {}) {
  const data = {
    version: '1.0',
    packageName,
    eventTimeMillis: String(Date.now()),
    subscriptionNotification: { version: '1.0', notificationType: 4, purchaseToken },
  };
  return {
    message: { messageId, data: Buffer.from(JSON.stringify(data)).toString('base64') },
    subscription: 'projects/marquee/subscriptions/play',
  };
}

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Starts the emulators of both stores. `settings` are the variables with which the application uses the
 * emulators.
 */
export async function startStores() {
  const apple = await createAppleAuthority();
  const google = await startGoogle();
  const settings: Pick<Env, 'APPLE_STORE' | 'GOOGLE_STORE'> = {
    APPLE_STORE: {
      bundleId: BUNDLE_ID,
      appId: APP_ID,
      rootCertificate: apple.rootCertificate,
      isSandbox: true,
    },
    GOOGLE_STORE: google.settings,
  };
  return { apple, google, settings, close: google.close };
}
