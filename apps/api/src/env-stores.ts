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

export const storeVariables = {
  APPLE_BUNDLE_ID: name.optional(),
  APPLE_APP_ID: z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .optional(),
  APPLE_ROOT_CA: certificate.optional(),
  GOOGLE_PACKAGE: name.optional(),
  GOOGLE_AUDIENCE: z.string().max(500).optional(),
  GOOGLE_SERVICE_ACCOUNT: serviceAccount.optional(),
};

type Parsed = z.output<z.ZodObject<typeof storeVariables>> & { GOOGLE_API_BASE?: string | undefined };

const APPLE = ['APPLE_BUNDLE_ID', 'APPLE_APP_ID', 'APPLE_ROOT_CA'] as const;
const GOOGLE = ['GOOGLE_PACKAGE', 'GOOGLE_AUDIENCE', 'GOOGLE_SERVICE_ACCOUNT'] as const;

/**
 * Returns one line for each problem: a store with only some of its variables, or a setting that production
 * refuses.
 */
export function findStoreConflicts(env: Parsed, isProduction: boolean): string[] {
  const problems = [APPLE, GOOGLE].flatMap((names: readonly (keyof Parsed)[]) => {
    const missing = names.filter((each) => env[each] === undefined);
    return missing.length === names.length
      ? []
      : missing.map((each) => `${each}: must be set together with the other variables of this store`);
  });
  if (isProduction && env.GOOGLE_API_BASE !== undefined)
    problems.push('GOOGLE_API_BASE: must not be set in production');
  return problems;
}

/** Returns the settings of both stores. Null stands for a store whose variables are not set. */
export function readStores(env: Parsed, isProduction: boolean) {
  const { APPLE_BUNDLE_ID, APPLE_APP_ID, APPLE_ROOT_CA } = env;
  const { GOOGLE_PACKAGE, GOOGLE_AUDIENCE, GOOGLE_SERVICE_ACCOUNT } = env;
  // Test purchases are free of charge, so they give no access in production.
  const isSandbox = !isProduction;
  return {
    APPLE_STORE:
      APPLE_BUNDLE_ID !== undefined && APPLE_APP_ID !== undefined && APPLE_ROOT_CA !== undefined
        ? { bundleId: APPLE_BUNDLE_ID, appId: APPLE_APP_ID, rootCertificate: APPLE_ROOT_CA, isSandbox }
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
