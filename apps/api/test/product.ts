// Runs API and worker in a process of their own, and watches its memory.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@marquee/contracts/client';
import type { User } from '@marquee/prisma';
import { childEnv } from '#src/env.ts';
import { PASSWORD } from './factories.ts';
import { testSecrets } from './secrets.ts';
import { LIMIT_MS } from './settings.ts';

/** Starts the process over this database. The limits and checks of production are on unless `env` changes them. */
export async function startProduct(databaseUrl: string, env: Record<string, string> = {}) {
  const child = fork(join(import.meta.dirname, 'whole-process.ts'), {
    env: childEnv({
      ...testSecrets,
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      REDIS_URL: '',
      BOT_CHECK: 'off',
      ...env,
    }),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [origin]: string[] = await once(child, 'message');
  if (!origin) throw new Error('the product sent no address');

  return {
    origin,
    /** Returns the resident memory of the process in MB. Returns 0 where the system has no /proc. */
    async memoryMb(): Promise<number> {
      if (process.platform !== 'linux') return 0;
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
    },
    async signIn({ email }: Pick<User, 'email'>): Promise<string> {
      const connect = createClient({ origin, token: () => null, timeoutMs: LIMIT_MS });
      const { user } = await connect('POST /users/sign_in', {
        body: { user: { email, password: PASSWORD } },
      });
      return user.access_token;
    },
    kill: (): boolean => child.kill('SIGKILL'),
  };
}

export type Product = Awaited<ReturnType<typeof startProduct>>;
