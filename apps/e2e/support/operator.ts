// Runs the command-line tools of operators (docs/operations.md).
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const MARQUEE = join(import.meta.dirname, '../../local/src/marquee.ts');

/** Runs `pnpm marquee` on the shared stack. */
async function marquee(...args: string[]): Promise<void> {
  const DATA_DIR = process.env.E2E_DATA_DIR;
  if (!DATA_DIR) throw new Error('E2E_DATA_DIR is set by the global setup');
  await promisify(execFile)(process.execPath, [MARQUEE, ...args], {
    env: { ...process.env, DATA_DIR, DATABASE_URL: '' },
  });
}

const users = (...args: string[]): Promise<void> => marquee('users', ...args);

/** Imports lines of a feed (docs/catalogue-feed.md). Titles that the lines do not name stay as they are. */
export async function importTitles(lines: readonly object[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-feed-'));
  const file = join(folder, 'feed.ndjson');
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await marquee('catalogue', 'import', file, '--source', 'journey', '--partial');
  await rm(folder, { recursive: true });
}

/** Disables an account. Later calls with a token of this account are answered with 403. */
export const disableAccount = (email: string): Promise<void> => users('disable', email);

/** Moves the end of a trial to yesterday. */
export const endCreationTrial = (email: string): Promise<void> =>
  users('trial', email, '--until', new Date(Date.now() - 86_400_000).toISOString());
