// pnpm marquee secrets FOLDER: writes the random secrets of a container stack, one file per secret. The containers
// read each file through a variable whose name ends in _FILE.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSecrets } from '#src/env-secrets.ts';
import { print, type Tool } from './command.ts';

const random = (): string => randomBytes(32).toString('base64url');

export const tool: Tool = {
  name: 'pnpm marquee secrets',
  about: 'Writes random secrets for a container stack, one file each, readable by this user only.',
  commands: {
    '': {
      args: 'FOLDER',
      help: 'write the secrets that FOLDER lacks; existing secrets stay unchanged',
      writes: true,
      takes: 1,
      run: async ({ args: [folder = ''], isDryRun }) => {
        const secrets = {
          ...generateSecrets(),
          METRICS_TOKEN: random(),
          DATABASE_PASSWORD: random(),
          DATABASE_ADMIN_PASSWORD: random(),
          REDIS_PASSWORD: random(),
        };
        if (!isDryRun) mkdirSync(folder, { recursive: true });
        for (const [name, value] of Object.entries(secrets)) {
          const file = join(folder, name.toLowerCase());
          if (existsSync(file)) continue;
          if (!isDryRun) writeFileSync(file, value, { mode: 0o400, flag: 'wx' });
          print(`${file} ${isDryRun ? 'would be written' : 'written'}`);
        }
        return 0;
      },
    },
  },
};
