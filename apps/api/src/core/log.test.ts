import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Logs three lines, then exits with code 7 if no write has ended the process. */
const SCRIPT = `
  import { createLogger } from '#src/core/log.ts';
  const log = createLogger({ NODE_ENV: 'production' });
  for (let line = 0; line < 3; line++) log.info('a line');
  setTimeout(() => process.exit(7), 200);
`;
const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', SCRIPT];
const cwd = join(import.meta.dirname, '../..');

// Every write to /dev/full fails as on a full disk. Only Linux has this device.
it.skipIf(!existsSync('/dev/full'))(
  'a process continues and exits normally when the disk of its log is full',
  async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', full, 'inherit'] });
    const [code] = await once(child, 'exit');
    closeSync(full);
    expect(code).toBe(7);
  },
);
