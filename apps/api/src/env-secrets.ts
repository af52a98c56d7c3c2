// The secrets of a data folder. `npm start` creates them once, for every process that uses the folder.
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { EnvError } from './env-error.ts';

const LocalSecrets = z.object({
  JWT_SECRET: z.string().min(32),
  ALTCHA_KEY: z.string().min(32),
  STRIPE_SECRET_KEY: z.string().startsWith('sk_test_').min(32),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_').min(32),
});

/**
 * The secrets in the data folder. An environment variable takes precedence over the stored secret with its
 * name.
 */
export type LocalSecrets = z.output<typeof LocalSecrets>;

const random = (): string => randomBytes(32).toString('base64url');

export const generateSecrets = (): LocalSecrets => ({
  JWT_SECRET: random(),
  ALTCHA_KEY: random(),
  STRIPE_SECRET_KEY: `sk_test_${random()}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${random()}`,
});

const fileOf = (dataDir: string): string => join(dataDir, 'secrets.json');

/**
 * Returns the secrets of the folder, or null before the first `npm start`.
 * @throws EnvError when other users of the machine may read the file, or when the file is damaged.
 */
export function readSecrets(dataDir: string): LocalSecrets | null {
  const file = fileOf(dataDir);
  if (!existsSync(file)) return null;
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new EnvError(`DATA_DIR: ${file} must be readable by its owner only (chmod 600)`);
  try {
    return LocalSecrets.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause)
      throw new EnvError(`DATA_DIR: ${file} cannot be read (${String(cause.code)})`, { cause });
    throw new EnvError(`DATA_DIR: ${file} is damaged; delete it, and npm start makes new secrets`, { cause });
  }
}

/**
 * Returns the secrets of the folder. The first call creates them, and simultaneous first calls return the
 * same secrets.
 */
export function ensureSecrets(dataDir: string): LocalSecrets {
  const known = readSecrets(dataDir);
  if (known) return known;
  mkdirSync(dataDir, { recursive: true });
  const file = fileOf(dataDir);
  const made = generateSecrets();
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  try {
    // `linkSync` fails when the file exists. No process can read a partly written file, because the link is
    // made last.
    linkSync(unfinished, file);
    return made;
  } catch (error) {
    const other = readSecrets(dataDir);
    if (!other) throw error;
    return other;
  } finally {
    rmSync(unfinished, { force: true });
  }
}
