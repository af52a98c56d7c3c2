// The variables of the app stores; env.ts reads them.
import { X509Certificate } from 'node:crypto';
import { z } from 'zod';

/** Decodes a PEM file, or only its base64 text, to DER. */
const certificate = z.string().transform((value, context) => {
  const der = Buffer.from(value.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64');
  try {
    if (new X509Certificate(der).ca) return der;
    context.addIssue('must be the certificate of an authority');
  } catch (cause) {
    context.addIssue({
      code: 'custom',
      message: 'must be a certificate in PEM or base64',
      params: { cause },
    });
  }
  return z.NEVER;
});

const ServiceAccount = z.object({ client_email: z.string().min(3), private_key: z.string().min(1) });

const serviceAccount = z.string().transform((value, context) => {
  try {
    return ServiceAccount.parse(JSON.parse(value));
  } catch (cause) {
    // The message of the caught error is left out, because it quotes the key.
    context.addIssue({
      code: 'custom',
      message: 'must be the JSON key of a service account',
      params: { cause },
    });
    return z.NEVER;
  }
});

const name = z.string().regex(/^[\w.-]{1,150}$/, 'must be letters, digits and . _ -');

/**
 * Apple has two names for an app: its number in the store, which signs purchases, and its App ID with the prefix of the
 * team, which links name.
 */
const appleIds = z
  .string()
  .regex(
    /^(\d{1,15}|[A-Z0-9]{10}\.[\w.-]{1,150}|\d{1,15},[A-Z0-9]{10}\.[\w.-]{1,150})$/,
    'must be a whole number, an App ID such as A1B2C3D4E5.com.example.app, or both, separated by a comma',
  )
  .transform((value) => {
    const ids = value.split(',');
    const number = ids.find((id) => /^\d+$/.test(id));
    return {
      number: number === undefined ? null : Number(number),
      linked: ids.find((id) => /\./.test(id)) ?? null,
    };
  });

/** SHA-256 fingerprints as Android's tools print them, in capitals with colons. */
const fingerprints = z
  .string()
  .transform((value) => value.split(',').map((part) => part.replace(/[\s:]/g, '').toUpperCase()))
  .refine((parts) => parts.every((part) => /^[0-9A-F]{64}$/.test(part)), 'must be SHA-256 fingerprints')
  .transform((parts) => parts.map((part) => part.replace(/..(?=.)/g, '$&:')));

export const storeVariables = {
  APPLE_BUNDLE_ID: name.optional(),
  APPLE_APP_ID: appleIds.optional(),
  APPLE_ROOT_CA: certificate.optional(),
  GOOGLE_PACKAGE: name.optional(),
  GOOGLE_AUDIENCE: z.string().max(500).optional(),
  GOOGLE_SERVICE_ACCOUNT: serviceAccount.optional(),
  ANDROID_PACKAGE: name.optional(),
  ANDROID_CERT_SHA256: fingerprints.optional(),
};

type Parsed = z.output<z.ZodObject<typeof storeVariables>> & { GOOGLE_API_BASE?: string | undefined };

const APPLE = ['APPLE_BUNDLE_ID', 'APPLE_APP_ID', 'APPLE_ROOT_CA'] as const;
const ANDROID = ['ANDROID_PACKAGE', 'ANDROID_CERT_SHA256'] as const;
const GOOGLE = ['GOOGLE_PACKAGE', 'GOOGLE_AUDIENCE', 'GOOGLE_SERVICE_ACCOUNT'] as const;

/**
 * Returns one line for each problem: a store or app with only some of its variables, or a setting that production
 * refuses.
 */
export function findStoreConflicts(env: Parsed, isProduction: boolean): string[] {
  const isMissing = (each: keyof Parsed): boolean =>
    each === 'APPLE_APP_ID' ? (env.APPLE_APP_ID?.number ?? null) === null : env[each] === undefined;
  const problems = [APPLE, GOOGLE, ANDROID].flatMap((names: readonly (keyof Parsed)[]) => {
    const missing = names.filter(isMissing);
    return missing.length === names.length
      ? []
      : missing.map((each) => `${each}: must be set together with the other variables of this store or app`);
  });
  if (isProduction && env.GOOGLE_API_BASE !== undefined)
    problems.push('GOOGLE_API_BASE: must not be set in production');
  return problems;
}

/** Returns the settings of both stores and of links into apps. Null stands for what is not set. */
export function readStores(env: Parsed, isProduction: boolean) {
  const { APPLE_BUNDLE_ID, APPLE_APP_ID, APPLE_ROOT_CA } = env;
  const { GOOGLE_PACKAGE, GOOGLE_AUDIENCE, GOOGLE_SERVICE_ACCOUNT } = env;
  const { ANDROID_PACKAGE, ANDROID_CERT_SHA256 } = env;
  const appleNumber = APPLE_APP_ID?.number ?? null;
  // Test purchases are free of charge, so they give no access in production.
  const isSandbox = !isProduction;
  return {
    /** The App ID that opens links. */
    APPLE_LINKS: APPLE_APP_ID?.linked ?? null,
    ANDROID_LINKS:
      ANDROID_PACKAGE !== undefined && ANDROID_CERT_SHA256 !== undefined
        ? { packageName: ANDROID_PACKAGE, fingerprints: ANDROID_CERT_SHA256 }
        : null,
    APPLE_STORE:
      APPLE_BUNDLE_ID !== undefined && appleNumber !== null && APPLE_ROOT_CA !== undefined
        ? { bundleId: APPLE_BUNDLE_ID, appId: appleNumber, rootCertificate: APPLE_ROOT_CA, isSandbox }
        : null,
    GOOGLE_STORE:
      GOOGLE_PACKAGE !== undefined && GOOGLE_AUDIENCE !== undefined && GOOGLE_SERVICE_ACCOUNT !== undefined
        ? {
            packageName: GOOGLE_PACKAGE,
            audience: GOOGLE_AUDIENCE,
            serviceAccount: {
              email: GOOGLE_SERVICE_ACCOUNT.client_email,
              key: GOOGLE_SERVICE_ACCOUNT.private_key,
            },
            apiBase: env.GOOGLE_API_BASE ?? null,
            isSandbox,
          }
        : null,
  };
}

export type AppleSettings = NonNullable<ReturnType<typeof readStores>['APPLE_STORE']>;
export type GoogleSettings = NonNullable<ReturnType<typeof readStores>['GOOGLE_STORE']>;
