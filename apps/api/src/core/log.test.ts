import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Logs, and ends with code 7 when it still runs afterwards. */
const SCRIPT = `
  import { createLogger } from '#src/core/log.ts';
  const log = createLogger({ NODE_ENV: 'production' });
  for (let line = 0; line < 3; line++) log.info('a line');
  setTimeout(() => process.exit(7), 200);
`;
const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', SCRIPT];
const cwd = join(import.meta.dirname, '../..');

// Linux has a device whose disk is always full.
it.skipIf(!existsSync('/dev/full'))(
  'lets the process run on and end when the disk behind its log is full',
  async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', full, 'inherit'] });
    const [code] = await once(child, 'exit');
    closeSync(full);
    expect(code).toBe(7);
  },
);
