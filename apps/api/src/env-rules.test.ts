import { describe, expect, it } from 'vitest';
import { readToolEnv } from '#src/env.ts';
import { EnvError } from '#src/env-error.ts';

/** The smallest set of variables that production accepts. */
const production = {
  NODE_ENV: 'production',
  WEB_ORIGIN: 'https://marquee.example',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'hello@marquee.example',
  JWT_SECRET: 'j'.repeat(32),
  ALTCHA_KEY: 'a'.repeat(32),
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const { NODE_ENV: _, ...settings } = production;
const demo = { ...production, WEB_ORIGIN: 'http://localhost:3000', STRIPE_API_BASE: 'http://127.0.0.1:4242' };
const without = (source: Record<string, string>, ...names: string[]) =>
  Object.fromEntries(Object.entries(source).filter(([name]) => !names.includes(name)));

describe('the rules of production', () => {
  it('accept complete settings, and select the real Stripe API', () => {
    expect(readToolEnv(production)).toMatchObject({
      IS_PRODUCTION: true,
      IS_DEMO: false,
      HAS_LOCAL_INBOX: false,
      STRIPE_API_BASE: 'https://api.stripe.com',
    });
  });

  it.each(Object.keys(settings))(
    'refuse to start without %s, with one line that names the variable',
    (name) => {
      expect(() => readToolEnv({ ...production, [name]: '' })).toThrow(
        new EnvError(`${name}: must be set in production`),
      );
    },
  );

  it.each([
    [{ BOT_CHECK: 'off' }, 'BOT_CHECK: must not be off in production'],
    [{ RATE_LIMIT: 'off' }, 'RATE_LIMIT: must not be off in production'],
    [{ EMAIL_PROOF: 'off' }, 'EMAIL_PROOF: must not be off in production'],
    [{ PUSH_LOOPBACK: 'on' }, 'PUSH_LOOPBACK: must not be on in production'],
    [{ PASSWORD_COST: '11' }, 'PASSWORD_COST: must be at least 12 in production'],
    ...['true', '0.0.0.0/0', '10.0.0.1, ::/0'].map((TRUST_PROXY): [Record<string, string>, string] => [
      { TRUST_PROXY },
      'TRUST_PROXY: must be a number of hops or IP addresses in production, not everything',
    ]),
    [{ ALTCHA_KEY: 'j'.repeat(32) }, 'ALTCHA_KEY: must not equal JWT_SECRET in production'],
    [{ TRIAL_MEMORY_KEY: 'a'.repeat(32) }, 'TRIAL_MEMORY_KEY: must not equal ALTCHA_KEY in production'],
    [
      { METRICS_TOKEN: 'marquee-public-client' },
      'METRICS_TOKEN: must not equal PUBLIC_CLIENT_TOKEN in production',
    ],
    [
      { JWT_SECRET: 'marquee-development-jwt-secret-not-for-production' },
      'JWT_SECRET: must not be the default of an earlier version in production',
    ],
    [{ OPERATIONS_PORT: '9000' }, 'METRICS_TOKEN: must be set with OPERATIONS_PORT in production'],
    [
      { STRIPE_API_BASE: 'http://127.0.0.1:4242' },
      'STRIPE_API_BASE: must be https://api.stripe.com in production, unless WEB_ORIGIN is a loopback origin',
    ],
  ])('refuse %o with an error of one line', (changes, line) => {
    expect(() => readToolEnv({ ...production, ...changes })).toThrow(new EnvError(line));
  });

  it('accept proxy addresses or a hop count in TRUST_PROXY', () => {
    for (const TRUST_PROXY of ['1', '10.0.0.0/8', 'false'])
      expect(readToolEnv({ ...production, TRUST_PROXY }).IS_PRODUCTION).toBe(true);
  });

  it('apply when HOST is not a loopback address', () => {
    for (const HOST of ['0.0.0.0', '::', '192.168.1.4', 'marquee.example'])
      expect(() => readToolEnv({ HOST })).toThrow(
        /^WEB_ORIGIN: must be set when HOST is beyond loopback\nSMTP_URL: must be set/,
      );
    for (const HOST of ['127.0.0.1', '127.8.9.1', 'localhost', '::1'])
      expect(readToolEnv({ HOST }).IS_PRODUCTION).toBe(false);
  });

  it('apply when WEB_ORIGIN is not a loopback origin', () => {
    expect(() => readToolEnv({ ...without(settings, 'JWT_SECRET'), RATE_LIMIT: 'off' })).toThrow(
      new EnvError(
        'RATE_LIMIT: must not be off when WEB_ORIGIN is beyond loopback\n' +
          'JWT_SECRET: must be set when WEB_ORIGIN is beyond loopback',
      ),
    );
    for (const WEB_ORIGIN of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(readToolEnv({ WEB_ORIGIN }).IS_PRODUCTION).toBe(false);
    for (const WEB_ORIGIN of ['http://127.0.0.1.example', 'http://localhost.example'])
      expect(() => readToolEnv({ WEB_ORIGIN })).toThrow('when WEB_ORIGIN is beyond loopback');
  });

  it('need no Stripe keys when billing is off', () => {
    const source = without(production, 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET');
    expect(readToolEnv({ ...source, BILLING: 'off' })).toMatchObject({ BILLING: 'off', IS_DEMO: false });
  });

  it('need no ALTCHA_KEY when BOT_CHECK is recaptcha', () => {
    const recaptcha = { BOT_CHECK: 'recaptcha', RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET: 'secret' };
    const env = readToolEnv({ ...without(production, 'ALTCHA_KEY'), ...recaptcha });
    expect(env.ALTCHA_KEY).toBeNull();
  });
});

describe('a demonstration under the rules of production', () => {
  it('accepts generated emulator keys and the local inbox when WEB_ORIGIN is on loopback', () => {
    const source = without(demo, 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'SMTP_URL', 'MAIL_FROM');
    expect(readToolEnv(source)).toMatchObject({
      IS_PRODUCTION: true,
      IS_DEMO: true,
      HAS_LOCAL_INBOX: true,
      STRIPE_SECRET_KEY: null,
      STRIPE_API_BASE: 'http://127.0.0.1:4242',
    });
  });

  it('requires JWT_SECRET and ALTCHA_KEY, and refuses RATE_LIMIT=off', () => {
    for (const name of ['JWT_SECRET', 'ALTCHA_KEY'])
      expect(() => readToolEnv({ ...demo, [name]: '' })).toThrow(`${name}: must be set in production`);
    expect(() => readToolEnv({ ...demo, RATE_LIMIT: 'off' })).toThrow('RATE_LIMIT: must not be off');
  });

  it('requires WEB_ORIGIN', () => {
    expect(() => readToolEnv(without(demo, 'WEB_ORIGIN'))).toThrow(/^WEB_ORIGIN: must be set in production/);
  });
});
