import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EnvError, readEnv, readLocalEnv, variableNames } from '#src/env.ts';

const secrets = {
  JWT_SECRET: 'j'.repeat(32),
  ALTCHA_KEY: 'a'.repeat(32),
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

describe('readEnv and readLocalEnv', () => {
  it('supply a default for every variable', () => {
    const env = readLocalEnv({});
    expect(env).toMatchObject({
      PORT: 3000,
      WEB_ORIGIN: 'http://127.0.0.1:3000',
      API_ORIGIN: 'http://127.0.0.1:3000',
      CORS_ORIGINS: ['http://127.0.0.1:3000', 'http://localhost:3000'],
      DATABASE_URL: null,
      TRIAL_DAYS: 30,
      EMAIL_PROOF: 'on',
      SMTP_URL: 'smtp://127.0.0.1:1025',
      STRIPE_API_BASE: 'http://127.0.0.1:4242',
    });
  });

  it('derive the origins from the ports', () => {
    const env = readLocalEnv({ PORT: '4000', STRIPE_PORT: '5000', SMTP_PORT: '2525' });
    expect(env.WEB_ORIGIN).toBe('http://127.0.0.1:4000');
    expect(env.STRIPE_API_BASE).toBe('http://127.0.0.1:5000');
    expect(env.SMTP_URL).toBe('smtp://127.0.0.1:2525');
    expect(readLocalEnv({ WEB_ORIGIN: 'https://marquee.example/' }).API_ORIGIN).toBe(
      'https://marquee.example',
    );
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT: must be a whole number'],
    [{ PORT: '65536' }, 'PORT: must be between 1 and 65535'],
    [{ PORT: '0' }, 'PORT: must be between 1 and 65535'],
    [{ WEB_ORIGIN: 'marquee' }, 'WEB_ORIGIN: must be an http or https address'],
    [{ API_ORIGIN: 'http://a.example/api' }, 'API_ORIGIN: must be an origin, without a path'],
    [{ CORS_ORIGINS: 'http://a.example, nope' }, 'CORS_ORIGINS: must be an http or https address'],
    [
      { DATABASE_URL: 'mysql://x' },
      'DATABASE_URL: must be an address that starts with postgresql:// or postgres://',
    ],
    [{ TRIAL_DAYS: '-1' }, 'TRIAL_DAYS: must be a whole number'],
    [{ TRUST_PROXY: 'perhaps' }, 'TRUST_PROXY: must be true, false, a number of hops or IP addresses'],
    [{ MAIL_FROM: 'Eve\r\nBcc: x@y.z' }, 'MAIL_FROM: must be an address or Name <address>'],
    [{ SMTP_PORT: '3000' }, 'SMTP_PORT: port 3000 is already used by PORT'],
    [
      { BOT_CHECK: 'recaptcha', RECAPTCHA_SECRET: 'x' },
      'RECAPTCHA_SITE_KEY: must be set when BOT_CHECK is recaptcha',
    ],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET: must have at least 32 characters'],
  ])('refuse %o with one line', (source, line) => {
    expect(() => readLocalEnv(source)).toThrow(new EnvError(line));
  });

  it('name every wrong variable', () => {
    expect(() => readLocalEnv({ PORT: 'x', RATE_LIMIT: 'x' })).toThrow(/^PORT: .*\nRATE_LIMIT: .*$/);
  });

  it('treat an empty value as not set', () => {
    expect(readLocalEnv({ REDIS_URL: '', PORT: ' ' })).toMatchObject({ REDIS_URL: null, PORT: 3000 });
  });

  it.each(Object.keys(secrets))('refuse production without %s or with its development value', (name) => {
    const source = { NODE_ENV: 'production', ...secrets };
    expect(readLocalEnv(source).STRIPE_API_BASE).toBe('https://api.stripe.com');
    expect(() => readLocalEnv({ ...source, [name]: '' })).toThrow(`${name}: must be set in production`);
    const known = readLocalEnv({})[name as keyof typeof secrets];
    expect(() => readLocalEnv({ ...source, [name]: known })).toThrow(`${name}: must not be the default`);
  });

  it('let production start without Stripe keys when billing is off', () => {
    const { STRIPE_SECRET_KEY: _key, STRIPE_WEBHOOK_SECRET: _secret, ...others } = secrets;
    const env = readLocalEnv({ NODE_ENV: 'production', ...others, BILLING: 'off' });
    expect(env).toMatchObject({ BILLING: 'off', IS_DEMO: false });
  });

  it('let production talk to the stand-in only when the web origin is a loopback origin', () => {
    const source = { NODE_ENV: 'production', ...secrets, STRIPE_API_BASE: 'http://127.0.0.1:4242' };
    expect(readLocalEnv({ ...source, WEB_ORIGIN: 'http://localhost:3000' }).IS_DEMO).toBe(true);
    for (const origin of [{}, { WEB_ORIGIN: 'https://marquee.example' }])
      expect(() => readLocalEnv({ ...source, ...origin })).toThrow(/^STRIPE_API_BASE: must be https:\/\/api/);
  });

  it('refuse a server without DATABASE_URL', () => {
    expect(() => readEnv({})).toThrow('DATABASE_URL: must be set');
    expect(readEnv({ DATABASE_URL: 'postgresql://x/y' }).DATABASE_URL).toBe('postgresql://x/y');
  });

  it('list the same variables as .env.example', () => {
    const example = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8');
    const named = [...example.matchAll(/^#([A-Z_]+)=/gm)].map((match) => match[1]);
    expect(named.toSorted()).toEqual(variableNames.toSorted());
  });
});
