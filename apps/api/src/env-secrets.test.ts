import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLocalEnv, readStackEnv } from '#src/env.ts';
import { EnvError } from '#src/env-error.ts';
import { ensureSecrets, generateSecrets, readSecrets } from '#src/env-secrets.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'marquee-secrets-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const names = ['JWT_SECRET', 'ALTCHA_KEY', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

describe('the secrets of a data folder', () => {
  it('are random and different from each other', () => {
    const values = [generateSecrets(), generateSecrets()].flatMap((secrets) => Object.values(secrets));
    expect(new Set(values).size).toBe(8);
    for (const value of values) expect(value.replace(/^(sk_test_|whsec_)/, '')).toMatch(/^[\w-]{43}$/);
  });

  it('are created by the first `npm start`, readable only by their owner', () => {
    const stack = readStackEnv({ DATA_DIR: dataDir });
    expect(readdirSync(dataDir)).toEqual(['secrets.json']);
    if (process.platform !== 'win32')
      expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
    const again = readStackEnv({ DATA_DIR: dataDir });
    for (const name of names) expect(again[name]).toBe(stack[name]);
  });

  it('are shared by all processes, except a secret that a variable sets', () => {
    const stack = readStackEnv({ DATA_DIR: dataDir });
    const given = 'g'.repeat(32);
    const worker = readLocalEnv({ DATA_DIR: dataDir, ALTCHA_KEY: given });
    expect(worker.ALTCHA_KEY).toBe(given);
    expect(worker.JWT_SECRET).toBe(stack.JWT_SECRET);
    expect(worker.STRIPE_WEBHOOK_SECRET).toBe(stack.STRIPE_WEBHOOK_SECRET);
  });

  it('have no defaults, so a worker cannot start before the first `npm start`', () => {
    expect(() => readLocalEnv({ DATA_DIR: dataDir, BILLING: 'off', BOT_CHECK: 'off' })).toThrow(
      new EnvError(`JWT_SECRET: must be set, or made by npm start in ${dataDir}`),
    );
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('are read from the file and not created again when the file exists', () => {
    const first = ensureSecrets(dataDir);
    expect(ensureSecrets(dataDir)).toEqual(first);
    expect(readdirSync(dataDir)).toEqual(['secrets.json']);
  });

  it.skipIf(process.platform === 'win32')('are refused when other users may read the file', () => {
    ensureSecrets(dataDir);
    chmodSync(join(dataDir, 'secrets.json'), 0o640);
    expect(() => readSecrets(dataDir)).toThrow(
      /^DATA_DIR: .*secrets\.json must be readable by its owner only/,
    );
  });

  it('are refused when the file is damaged', () => {
    const file = join(dataDir, 'secrets.json');
    for (const text of ['', '{', '{"JWT_SECRET":"short"}']) {
      writeFileSync(file, text, { mode: 0o600 });
      expect(() => readStackEnv({ DATA_DIR: dataDir })).toThrow(/^DATA_DIR: .*secrets\.json is damaged/);
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
  });
});
