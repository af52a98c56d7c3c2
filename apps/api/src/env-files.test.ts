import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { readToolEnv } from './env.ts';

const folder = mkdtempSync(join(tmpdir(), 'marquee-secrets-'));
const file = join(folder, 'password');
afterAll(() => rmSync(folder, { recursive: true }));

describe('secrets from files', () => {
  it('allow any character in the database password', () => {
    for (const password of ['simple', `p@ss:w/or?d#%41 é'"\\`, '$&[]{}|^`<>']) {
      writeFileSync(file, `${password}\n`);
      chmodSync(file, 0o600);
      const { DATABASE_URL } = readToolEnv({
        DATABASE_URL: 'postgresql://marquee@postgres:5432/marquee',
        DATABASE_PASSWORD_FILE: file,
      });
      const client = new pg.Client({ connectionString: DATABASE_URL ?? '' });
      expect([client.password, client.host, client.database]).toEqual([password, 'postgres', 'marquee']);
    }
  });

  it('cause an error that names the variable when a file is missing', () => {
    expect(() => readToolEnv({ JWT_SECRET_FILE: join(folder, 'none') })).toThrow(/^JWT_SECRET_FILE: /);
  });

  it('do not replace a password that DATABASE_URL contains', () => {
    const { DATABASE_URL } = readToolEnv({
      DATABASE_URL: 'postgresql://marquee:given@postgres/marquee',
      DATABASE_PASSWORD: 'other',
    });
    expect(DATABASE_URL).toBe('postgresql://marquee:given@postgres/marquee');
  });
});
