// The rules of production: a process that other machines can reach does not start with unsafe settings.

const STRIPE_ORIGIN = 'https://api.stripe.com';
/** The work factor of bcrypt for passwords, which only tests lower. */
export const PASSWORD_COST = 12;
const TEST_PASSWORD_COST = 4;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|(::1|\[::1\]))$/i;
/** Default secrets of an earlier version. They were public and equal in every installation. */
const PUBLISHED = /^(sk_test_|whsec_)?marquee[-_]development/;

interface Given {
  NODE_ENV: 'development' | 'test' | 'production';
  HOST: string;
  WEB_ORIGIN?: string | undefined;
  TRUST_PROXY: unknown;
  BOT_CHECK: 'altcha' | 'recaptcha' | 'off';
  RATE_LIMIT: 'on' | 'off';
  EMAIL_PROOF: 'on' | 'off';
  PASSWORD_COST?: number | undefined;
  BILLING: 'on' | 'off';
  PUSH_LOOPBACK: 'on' | 'off';
  VAPID_PRIVATE_KEY?: string | undefined;
  STRIPE_API_BASE?: string | undefined;
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
  OPERATIONS_PORT?: number | undefined;
  PUBLIC_CLIENT_TOKEN: string;
  JWT_SECRET?: string | undefined;
  ALTCHA_KEY?: string | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  TRIAL_MEMORY_KEY?: string | undefined;
  METRICS_TOKEN?: string | undefined;
  RECAPTCHA_SECRET?: string | undefined;
}

/**
 * These variables must have different values. A secret that is equal to PUBLIC_CLIENT_TOKEN would be public.
 */
const DISTINCT = [
  'PUBLIC_CLIENT_TOKEN',
  'JWT_SECRET',
  'ALTCHA_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TRIAL_MEMORY_KEY',
  'METRICS_TOKEN',
  'RECAPTCHA_SECRET',
  'VAPID_PRIVATE_KEY',
] as const;

export const isLoopbackHost = (host: string): boolean => LOOPBACK.test(host);
const isLoopbackOrigin = (origin: string): boolean => isLoopbackHost(new URL(origin).hostname);

/** Returns why the rules of production apply, for messages. Null when the rules do not apply. */
function findReason({ NODE_ENV, HOST, WEB_ORIGIN }: Pick<Given, 'HOST'> & Partial<Given>): string | null {
  if (NODE_ENV === 'production') return 'in production';
  if (!isLoopbackHost(HOST)) return 'when HOST is beyond loopback';
  if (WEB_ORIGIN !== undefined && !isLoopbackOrigin(WEB_ORIGIN)) return 'when WEB_ORIGIN is beyond loopback';
  return null;
}

/**
 * Returns whether the rules of production apply: NODE_ENV is `production`, or other machines can reach the
 * product.
 */
export const isProduction = (env: Pick<Given, 'HOST'> & Partial<Given>): boolean => findReason(env) !== null;

/**
 * Returns whether this is a demonstration: under the rules of production, STRIPE_API_BASE names an emulator
 * and WEB_ORIGIN is a loopback origin.
 */
export function isDemo(env: Given): boolean {
  const { STRIPE_API_BASE, WEB_ORIGIN } = env;
  if (!isProduction(env) || WEB_ORIGIN === undefined || STRIPE_API_BASE === undefined) return false;
  return env.BILLING === 'on' && STRIPE_API_BASE !== STRIPE_ORIGIN && isLoopbackOrigin(WEB_ORIGIN);
}

/** Returns the base address of the Stripe API. */
export function stripeBaseOf(env: Given, standIn: string): string {
  return env.STRIPE_API_BASE ?? (isProduction(env) ? STRIPE_ORIGIN : standIn);
}

/** Returns the names of the secrets that the process uses with these settings. */
export function secretsInUse(env: Pick<Given, 'BOT_CHECK' | 'BILLING'>) {
  return [
    'JWT_SECRET' as const,
    ...(env.BOT_CHECK === 'altcha' ? (['ALTCHA_KEY'] as const) : []),
    ...(env.BILLING === 'on' ? (['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const) : []),
  ];
}

function findSecretProblems(env: Given, demo: boolean, reason: string): string[] {
  const problems: string[] = [];
  for (const name of secretsInUse(env)) {
    // A demonstration uses the keys that `npm start` created for the emulator.
    if (env[name] === undefined && !(demo && name.startsWith('STRIPE_')))
      problems.push(`${name}: must be set ${reason}`);
  }
  const first = new Map<string, string>();
  for (const name of DISTINCT) {
    const value = env[name];
    if (value === undefined) continue;
    if (PUBLISHED.test(value))
      problems.push(`${name}: must not be the default of an earlier version ${reason}`);
    const other = first.get(value);
    if (other === undefined) first.set(value, name);
    else problems.push(`${name}: must not equal ${other} ${reason}`);
  }
  return problems;
}

/**
 * Returns whether TRUST_PROXY (`true` or a network /0) trusts every address. Each client could then choose
 * the IP address that the limits count.
 */
const trustsEverything = (proxies: unknown): boolean =>
  proxies === true || (typeof proxies === 'string' && /\/0+\s*(,|$)/.test(proxies));

/** Returns the work factor of bcrypt. Tests sign up hundreds of users, so they use the lowest one. */
export const passwordCostOf = ({
  PASSWORD_COST: own,
  NODE_ENV,
}: Pick<Given, 'PASSWORD_COST' | 'NODE_ENV'>): number =>
  own ?? (NODE_ENV === 'test' ? TEST_PASSWORD_COST : PASSWORD_COST);

/**
 * Returns one line for each setting that the rules of production refuse. The array is empty when the rules do
 * not apply.
 */
export function findProductionProblems(env: Given): string[] {
  const reason = findReason(env);
  if (reason === null) return [];
  const demo = isDemo(env);
  const problems = (['BOT_CHECK', 'RATE_LIMIT', 'EMAIL_PROOF'] as const)
    .filter((name) => env[name] === 'off')
    .map((name) => `${name}: must not be off ${reason}`);
  if (passwordCostOf(env) < PASSWORD_COST)
    problems.push(`PASSWORD_COST: must be at least ${PASSWORD_COST} ${reason}`);
  if (trustsEverything(env.TRUST_PROXY))
    problems.push(`TRUST_PROXY: must be a number of hops or IP addresses ${reason}, not everything`);
  if (env.PUSH_LOOPBACK === 'on') problems.push(`PUSH_LOOPBACK: must not be on ${reason}`);
  if (env.WEB_ORIGIN === undefined) problems.push(`WEB_ORIGIN: must be set ${reason}`);
  // A demonstration sends mail to the local inbox.
  for (const name of ['SMTP_URL', 'MAIL_FROM'] as const)
    if (env[name] === undefined && !demo) problems.push(`${name}: must be set ${reason}`);
  if (env.OPERATIONS_PORT !== undefined && env.METRICS_TOKEN === undefined)
    problems.push(`METRICS_TOKEN: must be set with OPERATIONS_PORT ${reason}`);
  problems.push(...findSecretProblems(env, demo, reason));
  if (env.BILLING === 'on' && !demo && stripeBaseOf(env, STRIPE_ORIGIN) !== STRIPE_ORIGIN)
    problems.push(
      `STRIPE_API_BASE: must be ${STRIPE_ORIGIN} ${reason}, unless WEB_ORIGIN is a loopback origin`,
    );
  return problems;
}
