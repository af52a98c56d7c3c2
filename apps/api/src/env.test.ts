import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnv, readToolEnv, variableNames } from '#src/env.ts';
import { EnvError } from '#src/env-error.ts';
import { generateSecrets } from '#src/env-secrets.ts';

describe('readEnv and readToolEnv', () => {
  it('supply a default for every variable', () => {
    const env = readToolEnv({});
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
    const env = readToolEnv({ PORT: '4000', STRIPE_PORT: '5000', SMTP_PORT: '2525' });
    expect(env.WEB_ORIGIN).toBe('http://127.0.0.1:4000');
    expect(env.STRIPE_API_BASE).toBe('http://127.0.0.1:5000');
    expect(env.SMTP_URL).toBe('smtp://127.0.0.1:2525');
    expect(readToolEnv({ WEB_ORIGIN: 'http://localhost:5000/' }).API_ORIGIN).toBe('http://localhost:5000');
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
    [{ DATABASE_DIRECT_URL: 'postgresql://x/y' }, 'DATABASE_URL: must be set with DATABASE_DIRECT_URL'],
    [{ CACHE_USERS: '0' }, 'CACHE_USERS: must be between 1 and 1000000'],
    [{ TRIAL_DAYS: '-1' }, 'TRIAL_DAYS: must be a whole number'],
    ...['perhaps', 'abc', '10.0.0.0/33', '10.0.0.1,'].map((TRUST_PROXY): [Record<string, string>, string] => [
      { TRUST_PROXY },
      'TRUST_PROXY: must be true, false, a number of hops or IP addresses',
    ]),
    [{ MAIL_FROM: 'Eve\r\nBcc: x@y.z' }, 'MAIL_FROM: must be an address or Name <address>'],
    [{ SMTP_PORT: '3000' }, 'SMTP_PORT: port 3000 is already used by PORT'],
    [{ OPERATIONS_PORT: '3000' }, 'OPERATIONS_PORT: port 3000 is already used by PORT'],
    [
      { BOT_CHECK: 'recaptcha', RECAPTCHA_SECRET: 'x' },
      'RECAPTCHA_SITE_KEY: must be set when BOT_CHECK is recaptcha',
    ],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET: must have at least 32 characters'],
  ])('refuse %o with an error of one line', (source, line) => {
    expect(() => readToolEnv(source)).toThrow(new EnvError(line));
  });

  it('name every wrong variable', () => {
    expect(() => readToolEnv({ PORT: 'x', RATE_LIMIT: 'x' })).toThrow(/^PORT: .*\nRATE_LIMIT: .*$/);
  });

  it('treat an empty value as not set', () => {
    expect(readToolEnv({ REDIS_URL: '', PORT: ' ' })).toMatchObject({ REDIS_URL: null, PORT: 3000 });
  });

  it('refuse to start a server without DATABASE_URL', () => {
    const secrets = generateSecrets();
    expect(() => readEnv(secrets)).toThrow('DATABASE_URL: must be set');
    expect(readEnv({ ...secrets, DATABASE_URL: 'postgresql://x/y' }).DATABASE_URL).toBe('postgresql://x/y');
  });

  it('add DATABASE_PASSWORD to DATABASE_URL and DATABASE_DIRECT_URL', () => {
    const env = readToolEnv({
      DATABASE_URL: 'postgresql://marquee@pooler/marquee',
      DATABASE_DIRECT_URL: 'postgresql://marquee@server/marquee',
      DATABASE_PASSWORD: 'p@ss',
    });
    expect(env.DATABASE_URL).toBe('postgresql://marquee:p%40ss@pooler/marquee');
    expect(env.DATABASE_DIRECT_URL).toBe('postgresql://marquee:p%40ss@server/marquee');
  });

  it('add REDIS_PASSWORD to REDIS_URL', () => {
    const env = readToolEnv({ REDIS_URL: 'redis://redis:6379', REDIS_PASSWORD: 'p@ss' });
    expect(env.REDIS_URL).toBe('redis://:p%40ss@redis:6379');
  });

  it('read exactly the variables that .env.example lists', () => {
    const example = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8');
    const named = [...example.matchAll(/^#([A-Z\d_]+)=/gm)].map((match) => match[1]);
    expect(named.toSorted()).toEqual(variableNames.toSorted());
  });
});
