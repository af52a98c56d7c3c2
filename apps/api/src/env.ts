// The only module that reads process.env. .env.example describes every variable, and a test compares the file
// with this module.
import { createECDH } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { EnvError } from './env-error.ts';
import { readFileVariable, withPassword } from './env-files.ts';
import {
  findProductionProblems,
  isDemo,
  isProduction,
  PASSWORD_COST,
  passwordCostOf,
  secretsInUse,
  stripeBaseOf,
} from './env-rules.ts';
import { ensureSecrets, generateSecrets, type LocalSecrets, readSecrets } from './env-secrets.ts';
import { findStoreConflicts, readStores, storeVariables } from './env-stores.ts';

const projectRoot = join(import.meta.dirname, '..', '..', '..');

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);

const port = wholeNumber(1, 65_535);

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

/** Returns whether the text is an IP address or a network such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.trim().split('/');
  const version = isIP(address);
  return (
    version > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128) && rest.length === 0
  );
}

const trustProxy = z
  .string()
  .refine(
    (value) => /^(true|false|\d+)$/.test(value) || value.split(',').every(isNetwork),
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
  PORT: port.default(3000),
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
  IOS_APP_URL: url('https:').optional(),
  ANDROID_APP_URL: url('https:').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  OPERATIONS_PORT: port.optional(),
  DATABASE_URL: url('postgresql:', 'postgres:').optional(),
  DATABASE_DIRECT_URL: url('postgresql:', 'postgres:').optional(),
  DATABASE_PASSWORD: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  REDIS_PASSWORD: z.string().optional(),
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
  EARLY_ADOPTER_PLACES: wholeNumber(0, 1_000_000).default(1_000),
  TRIAL_MEMORY_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  ...storeVariables,
  GOOGLE_API_BASE: origin.optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
      'must be an address or Name <address>',
    )
    .optional(),
  MAIL_GATHER_SECONDS: wholeNumber(0, 86_400).default(60),
  TRIAL_DAYS: wholeNumber(0, 730).default(30),
  EMAIL_PROOF: z.enum(['on', 'off']).default('on'),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'must be a public key of `pnpm marquee push keys`')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be a private key of `pnpm marquee push keys`')
    .optional(),
  PUSH_LOOPBACK: z.enum(['on', 'off']).default('off'),
  TMDB_TOKEN: z.string().optional(),
  STREAMING_AVAILABILITY_KEY: z.string().optional(),
  TVMAZE_API_BASE: origin.optional(),
  TVMAZE_PORT: port.optional(),
  PATIENCE: wholeNumber(1, 60).default(1),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  PASSWORD_COST: wholeNumber(4, PASSWORD_COST).optional(),
  CACHE_USERS: wholeNumber(1, 1_000_000).default(500),
  DATA_DIR: z.string().default('.data'),
  STRIPE_PORT: port.default(4242),
  SMTP_PORT: port.default(1025),
  MAIL_UI_PORT: port.default(1080),
});

/** Returns where TVmaze is, unless a variable names another address: the emulator where `npm start` runs one. */
const tvmazeOf = (emulatorPort: number | undefined): string =>
  emulatorPort === undefined ? 'https://api.tvmaze.com' : `http://127.0.0.1:${emulatorPort}`;

/** The names of all variables, as .env.example lists them. */
export const variableNames = Object.keys(variables.shape);

/**
 * Returns the address. An address on localhost is also returned with 127.0.0.1, and an address on 127.0.0.1
 * with localhost.
 */
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
    const value = (source[name] || readFileVariable(source, name))?.trim();
    return value ? [[name, value] as const] : [];
  });
  const result = variables.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  // Report only the first problem of a variable. A Map keeps the last entry of a key, so the order is reversed.
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

const PORTS = ['PORT', 'OPERATIONS_PORT', 'STRIPE_PORT', 'SMTP_PORT', 'MAIL_UI_PORT', 'TVMAZE_PORT'] as const;

/** A browser that subscribed with one key refuses messages that another one signs, so both keys must belong together. */
function findPushProblems({ VAPID_PUBLIC_KEY: open, VAPID_PRIVATE_KEY: secret }: Parsed): string[] {
  if (open === undefined && secret === undefined) return [];
  if (secret === undefined) return ['VAPID_PRIVATE_KEY: must be set with VAPID_PUBLIC_KEY'];
  if (open === undefined) return ['VAPID_PUBLIC_KEY: must be set with VAPID_PRIVATE_KEY'];
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret, 'base64url');
  return pair.getPublicKey('base64url') === open
    ? []
    : ['VAPID_PUBLIC_KEY: must belong to VAPID_PRIVATE_KEY (pnpm marquee push keys)'];
}

/** Returns problems that involve several variables. */
function findConflicts(env: Parsed): string[] {
  const problems = [...findStoreConflicts(env, isProduction(env)), ...findProductionProblems(env)];
  const ports = new Map<number, string>();
  for (const name of PORTS) {
    const given = env[name];
    if (given === undefined) continue;
    const other = ports.get(given);
    if (other) problems.push(`${name}: port ${given} is already used by ${other}`);
    ports.set(given, name);
  }
  problems.push(...findPushProblems(env));
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL)
    problems.push('DATABASE_URL: must be set with DATABASE_DIRECT_URL');
  if (env.BOT_CHECK === 'recaptcha') {
    for (const name of ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'] as const) {
      if (!env[name]) problems.push(`${name}: must be set when BOT_CHECK is recaptcha`);
    }
  }
  return problems;
}

/**
 * Reads the variables of a command-line tool. A secret that no variable sets is null.
 * @throws EnvError with one line for each wrong variable.
 */
export function readToolEnv(source: Source) {
  const env = parse(source);
  const problems = findConflicts(env);
  if (problems.length > 0) throw new EnvError(problems.join('\n'));
  const webOrigin = env.WEB_ORIGIN ?? `http://127.0.0.1:${env.PORT}`;
  const webOrigins = withTwin(webOrigin);
  const inbox = `smtp://127.0.0.1:${env.SMTP_PORT}`;
  return {
    ...env,
    /** Whether the rules of production apply (docs/operations.md#production). */
    IS_PRODUCTION: isProduction(env),
    /** Whether this is a demonstration under the rules of production: no real money, mail into the local inbox. */
    IS_DEMO: isDemo(env),
    WEB_ORIGIN: webOrigin,
    /** WEB_ORIGIN, and the second spelling that `withTwin` adds for a local origin. */
    WEB_ORIGINS: webOrigins,
    API_ORIGIN: env.API_ORIGIN ?? webOrigin,
    /** Origins that may call from a browser: the origins of the web app and CORS_ORIGINS. */
    CORS_ORIGINS: [...new Set([...webOrigins, ...env.CORS_ORIGINS])],
    METRICS_TOKEN: env.METRICS_TOKEN ?? null,
    OPERATIONS_PORT: env.OPERATIONS_PORT ?? null,
    VAPID_PUBLIC_KEY: env.VAPID_PUBLIC_KEY ?? null,
    VAPID_PRIVATE_KEY: env.VAPID_PRIVATE_KEY ?? null,
    TMDB_TOKEN: env.TMDB_TOKEN ?? null,
    STREAMING_AVAILABILITY_KEY: env.STREAMING_AVAILABILITY_KEY ?? null,
    TVMAZE_PORT: env.TVMAZE_PORT ?? null,
    TVMAZE_API_BASE: env.TVMAZE_API_BASE ?? tvmazeOf(env.TVMAZE_PORT),
    /** Null for the embedded database. */
    DATABASE_URL: withPassword(env.DATABASE_URL, env.DATABASE_PASSWORD) ?? null,
    DATABASE_DIRECT_URL: withPassword(env.DATABASE_DIRECT_URL, env.DATABASE_PASSWORD) ?? null,
    OTEL_EXPORTER_OTLP_ENDPOINT: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    REDIS_URL: withPassword(env.REDIS_URL, env.REDIS_PASSWORD) ?? null,
    JWT_SECRET: env.JWT_SECRET ?? null,
    ALTCHA_KEY: env.ALTCHA_KEY ?? null,
    RECAPTCHA_SITE_KEY: env.RECAPTCHA_SITE_KEY ?? null,
    RECAPTCHA_SECRET: env.RECAPTCHA_SECRET ?? null,
    STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY ?? null,
    STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET ?? null,
    TRIAL_MEMORY_KEY: env.TRIAL_MEMORY_KEY ?? null,
    ...readStores(env, isProduction(env)),
    STRIPE_API_BASE: stripeBaseOf(env, `http://127.0.0.1:${env.STRIPE_PORT}`),
    SMTP_URL: env.SMTP_URL ?? inbox,
    /** Whether mail goes to the inbox that `npm start` runs. */
    HAS_LOCAL_INBOX: (env.SMTP_URL ?? inbox) === inbox && (!isProduction(env) || isDemo(env)),
    MAIL_FROM: env.MAIL_FROM ?? 'Marquee <hello@marquee.example>',
    PASSWORD_COST: passwordCostOf(env),
    DATA_DIR: resolve(projectRoot, env.DATA_DIR),
  };
}

export type ToolEnv = ReturnType<typeof readToolEnv>;
/** The variables with every secret; DATABASE_URL null means the embedded database. */
export type LocalEnv = Omit<ToolEnv, keyof LocalSecrets> & LocalSecrets;

/**
 * Adds the secrets that no variable sets. Reads them from the data folder.
 * @throws EnvError with one line for each secret when the folder contains no secrets.
 */
function addSecrets(env: ToolEnv, open: (dataDir: string) => LocalSecrets | null): LocalEnv {
  const missing = secretsInUse(env).filter((name) => env[name] === null);
  const stored = missing.length > 0 ? open(env.DATA_DIR) : null;
  if (missing.length > 0 && stored === null)
    throw new EnvError(
      missing.map((name) => `${name}: must be set, or made by npm start in ${env.DATA_DIR}`).join('\n'),
    );
  // A secret that is not in use gets a random value, so no request can match it.
  const { JWT_SECRET, ALTCHA_KEY, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = stored ?? generateSecrets();
  return {
    ...env,
    JWT_SECRET: env.JWT_SECRET ?? JWT_SECRET,
    ALTCHA_KEY: env.ALTCHA_KEY ?? ALTCHA_KEY,
    STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY ?? STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET ?? STRIPE_WEBHOOK_SECRET,
  };
}

/**
 * Reads the variables of `npm start`. Creates the secrets of the data folder on the first start.
 * @throws EnvError
 */
export const readStackEnv = (source: Source): LocalEnv => addSecrets(readToolEnv(source), ensureSecrets);

/**
 * Reads the variables. The data folder must contain the secrets that no variable sets.
 * @throws EnvError
 */
export const readLocalEnv = (source: Source): LocalEnv => addSecrets(readToolEnv(source), readSecrets);

/** The variables that createDeps needs, with the address of a database. */
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

const whereabouts = variables.pick({ NODE_ENV: true, HOST: true, WEB_ORIGIN: true });

/** Returns by how much limits of time are widened (PATIENCE). Where other machines can reach the product, they are what they are. */
export const patience = (): number => {
  const where = whereabouts.safeParse(process.env);
  return !where.success || isProduction(where.data) ? 1 : Number(process.env.PATIENCE) || 1;
};

/** Returns the variables of this process with `changes`, for a child process. */
export const childEnv = (changes: Record<string, string>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...changes,
});

/** Returns the variables for a child process that reads files of users: none of the secrets. */
export const bareEnv = (): NodeJS.ProcessEnv => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { ...(PATH && { PATH }), ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
};

/** Calls `read` with the variables of process.env and `.env`. Prints wrong variables and exits. */
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
export const loadStackEnv = (): LocalEnv => load(readStackEnv);
export const loadToolEnv = (): ToolEnv => load(readToolEnv);
