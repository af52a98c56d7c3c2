// Runs the command-line tools of operators (docs/operations.md).
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const MARQUEE = join(import.meta.dirname, '../../local/src/marquee.ts');

/** Runs `pnpm marquee users` on the shared stack. */
async function users(...args: string[]): Promise<void> {
  const DATA_DIR = process.env.E2E_DATA_DIR;
  if (!DATA_DIR) throw new Error('E2E_DATA_DIR is set by the global setup');
  await promisify(execFile)(process.execPath, [MARQUEE, 'users', ...args], {
    env: { ...process.env, DATA_DIR, DATABASE_URL: '' },
  });
}

/** Disables an account. Later calls with a token of this account are answered with 403. */
export const disableAccount = (email: string): Promise<void> => users('disable', email);

/** Moves the end of a trial to yesterday. */
export const endCreationTrial = (email: string): Promise<void> =>
  users('trial', email, '--until', new Date(Date.now() - 86_400_000).toISOString());
