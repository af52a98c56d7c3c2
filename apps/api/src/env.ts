// The only module that reads process.env. .env.example describes every variable; a test compares both.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const projectRoot = join(import.meta.dirname, '..', '..', '..');

/** Public values, so production refuses them. */
const DEVELOPMENT_SECRETS = {
  JWT_SECRET: 'marquee-development-jwt-secret-not-for-production',
  ALTCHA_KEY: 'marquee-development-altcha-key-not-for-production',
  STRIPE_SECRET_KEY: 'sk_test_marquee_development',
  STRIPE_WEBHOOK_SECRET: 'whsec_marquee_development',
} as const;
type SecretName = keyof typeof DEVELOPMENT_SECRETS;

const wholeNumber = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`)
    .default(fallback);

const port = (fallback: number) => wholeNumber(1, 65_535, fallback);

const origin = z
  .string()
  .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), 'must be an http or https address')
  .refine((value) => URL.parse(value)?.pathname === '/', 'must be an origin, without a path')
  .transform((value) => new URL(value).origin);

const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => protocols.includes(URL.parse(value)?.protocol ?? ''),
      `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );

const email = /^[^\s@<>]+@[^\s@<>]+$/;

const trustProxy = z
  .string()
  .regex(
    /^(true|false|\d+|[\da-f.:/]+(\s*,\s*[\da-f.:/]+)*)$/i,
    'must be true, false, a number of hops or IP addresses',
  )
  .transform((value) => {
    if (value === 'true' || value === 'false') return value === 'true';
    if (!/^\d+$/.test(value)) return value;
    return (_address: string, hop: number) => hop < Number(value);
  })
  .default(false);

const variables = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an IP address')
    .default('127.0.0.1'),
  WEB_ORIGIN: origin.optional(),
  API_ORIGIN: origin.optional(),
  CORS_ORIGINS: z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(origin))
    .default([]),
  TRUST_PROXY: trustProxy,
  SUPPORT_EMAIL: z.string().regex(email, 'must be an email address').default('support@marquee.example'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  DATABASE_URL: url('postgresql:', 'postgres:').optional(),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ALTCHA_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  BOT_CHECK: z.enum(['altcha', 'recaptcha', 'off']).default('altcha'),
  RECAPTCHA_SITE_KEY: z.string().optional(),
  RECAPTCHA_SECRET: z.string().optional(),
  PUBLIC_CLIENT_TOKEN: z
    .string()
    .regex(/^[\w.~+/-]+$/, 'must be letters, digits and . _ ~ + / -')
    .default('marquee-public-client'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_/, 'must start with sk_ or rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must start with whsec_')
    .optional(),
  STRIPE_API_BASE: origin.optional(),
  BILLING: z.enum(['on', 'off']).default('on'),
  EARLY_ADOPTER_PLACES: wholeNumber(0, 1_000_000, 1_000),
  TRIAL_MEMORY_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
      'must be an address or Name <address>',
    )
    .default('Marquee <hello@marquee.example>'),
  MAIL_GATHER_SECONDS: wholeNumber(0, 86_400, 60),
  TRIAL_DAYS: wholeNumber(0, 730, 30),
  EMAIL_PROOF: z.enum(['on', 'off']).default('on'),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  DATA_DIR: z.string().default('.data'),
  STRIPE_PORT: port(4242),
  SMTP_PORT: port(1025),
  MAIL_UI_PORT: port(1080),
});

/** The names of all variables, as .env.example lists them. */
export const variableNames = Object.keys(variables.shape);

/** Wrong variables, one line each, starting with the name. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
}

/** The address and, for a local one, its other name: localhost and 127.0.0.1 count as one origin. */
function withTwin(address: string): string[] {
  const { hostname } = new URL(address);
  if (hostname === 'localhost') return [address, address.replace('//localhost', '//127.0.0.1')];
  if (hostname === '127.0.0.1') return [address, address.replace('//127.0.0.1', '//localhost')];
  return [address];
}

type Source = Record<string, string | undefined>;
type Parsed = z.output<typeof variables>;

function parse(source: Source): Parsed {
  // In .env files and in compose, an empty value means "not set".
  const given = variableNames.flatMap((name) => {
    const value = source[name]?.trim();
    return value ? [[name, value] as const] : [];
  });
  const result = variables.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  // Report only the first problem of a variable. A later entry of a Map wins, so the order is reversed.
  const lines = new Map(
    result.error.issues.toReversed().map((issue) => [String(issue.path[0]), issue.message] as const),
  );
  throw new EnvError(
    [...lines]
      .reverse()
      .map(([name, message]) => `${name}: ${message}`)
      .join('\n'),
  );
}

const STRIPE_ORIGIN = 'https://api.stripe.com';
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** A production process for demonstrations: it names the stand-in, and only this machine reaches the web app. */
function isDemo({ NODE_ENV, STRIPE_API_BASE, WEB_ORIGIN }: Parsed): boolean {
  if (NODE_ENV !== 'production' || WEB_ORIGIN === undefined || STRIPE_API_BASE === undefined) return false;
  return STRIPE_API_BASE !== STRIPE_ORIGIN && LOOPBACK.test(new URL(WEB_ORIGIN).hostname);
}

/** Problems that involve several variables. */
function findConflicts(env: Parsed): string[] {
  const problems: string[] = [];
  const ports = new Map<number, string>();
  for (const name of ['PORT', 'STRIPE_PORT', 'SMTP_PORT', 'MAIL_UI_PORT'] as const) {
    const other = ports.get(env[name]);
    if (other) problems.push(`${name}: port ${env[name]} is already used by ${other}`);
    ports.set(env[name], name);
  }
  if (env.BOT_CHECK === 'recaptcha') {
    for (const name of ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'] as const) {
      if (!env[name]) problems.push(`${name}: must be set when BOT_CHECK is recaptcha`);
    }
  }
  if (env.NODE_ENV === 'production') {
    if (env.EMAIL_PROOF === 'off') problems.push('EMAIL_PROOF: must be on in production');
    for (const [name, known] of Object.entries(DEVELOPMENT_SECRETS)) {
      if (name === 'ALTCHA_KEY' && env.BOT_CHECK !== 'altcha') continue;
      if (name.startsWith('STRIPE_') && (env.BILLING === 'off' || isDemo(env))) continue;
      const value = env[name as SecretName];
      if (!value) problems.push(`${name}: must be set in production`);
      else if (value === known) problems.push(`${name}: must not be the default in production`);
    }
    if (env.BILLING === 'on' && !isDemo(env) && (env.STRIPE_API_BASE ?? STRIPE_ORIGIN) !== STRIPE_ORIGIN)
      problems.push(
        `STRIPE_API_BASE: must be ${STRIPE_ORIGIN} in production, unless WEB_ORIGIN is a loopback origin`,
      );
  }
  return problems;
}

/**
 * Reads the variables for a process that starts its own helpers (`npm start`, the command-line tools). DATABASE_URL
 * null means the embedded database.
 * @throws EnvError with one line for each wrong variable.
 */
export function readLocalEnv(source: Source) {
  const env = parse(source);
  const problems = findConflicts(env);
  if (problems.length > 0) throw new EnvError(problems.join('\n'));
  const webOrigin = env.WEB_ORIGIN ?? `http://127.0.0.1:${env.PORT}`;
  const webOrigins = withTwin(webOrigin);
  return {
    ...env,
    WEB_ORIGIN: webOrigin,
    /** WEB_ORIGIN and, when local, its other name. */
    WEB_ORIGINS: webOrigins,
    API_ORIGIN: env.API_ORIGIN ?? webOrigin,
    /** Origins that may call from a browser: the configured ones and the web app. */
    CORS_ORIGINS: [...new Set([...webOrigins, ...env.CORS_ORIGINS])],
    METRICS_TOKEN: env.METRICS_TOKEN ?? null,
    DATABASE_URL: env.DATABASE_URL ?? null,
    REDIS_URL: env.REDIS_URL ?? null,
    JWT_SECRET: env.JWT_SECRET ?? DEVELOPMENT_SECRETS.JWT_SECRET,
    ALTCHA_KEY: env.ALTCHA_KEY ?? DEVELOPMENT_SECRETS.ALTCHA_KEY,
    RECAPTCHA_SITE_KEY: env.RECAPTCHA_SITE_KEY ?? null,
    RECAPTCHA_SECRET: env.RECAPTCHA_SECRET ?? null,
    STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY ?? DEVELOPMENT_SECRETS.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET ?? DEVELOPMENT_SECRETS.STRIPE_WEBHOOK_SECRET,
    TRIAL_MEMORY_KEY: env.TRIAL_MEMORY_KEY ?? null,
    IS_DEMO: isDemo(env),
    STRIPE_API_BASE:
      env.STRIPE_API_BASE ??
      (env.NODE_ENV === 'production' ? STRIPE_ORIGIN : `http://127.0.0.1:${env.STRIPE_PORT}`),
    SMTP_URL: env.SMTP_URL ?? `smtp://127.0.0.1:${env.SMTP_PORT}`,
    DATA_DIR: resolve(projectRoot, env.DATA_DIR),
  };
}

export type LocalEnv = ReturnType<typeof readLocalEnv>;

/** The complete variables with a database, as createDeps needs them. */
export interface Env extends LocalEnv {
  DATABASE_URL: string;
}

/**
 * Reads the variables for a process that needs DATABASE_URL.
 * @throws EnvError with one line for each wrong variable.
 */
export function readEnv(source: Source): Env {
  const env = readLocalEnv(source);
  if (env.DATABASE_URL === null) throw new EnvError('DATABASE_URL: must be set');
  return { ...env, DATABASE_URL: env.DATABASE_URL };
}

/** This process's variables with changes, for a child process. */
export const childEnv = (changes: Record<string, string>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...changes,
});

/** Runs `read` over process.env and `.env`; prints wrong variables and exits. */
function load<T>(read: (source: Source) => T): T {
  try {
    const file = join(projectRoot, '.env');
    if (existsSync(file)) process.loadEnvFile(file);
    return read(process.env);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

export const loadEnv = (): Env => load(readEnv);
export const loadLocalEnv = (): LocalEnv => load(readLocalEnv);
