// What an operator does with the tools of the product: docs/operations.md.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const USERS = join(import.meta.dirname, '../../api/src/cli/users.ts');

/** Disables an account of the shared stack. Every call with its token is answered with 403 from then on. */
export async function disableAccount(email: string): Promise<void> {
  const DATA_DIR = process.env.E2E_DATA_DIR;
  if (!DATA_DIR) throw new Error('E2E_DATA_DIR is set by the global setup');
  await promisify(execFile)(process.execPath, [USERS, 'disable', email], {
    env: { ...process.env, DATA_DIR, DATABASE_URL: '' },
  });
}
