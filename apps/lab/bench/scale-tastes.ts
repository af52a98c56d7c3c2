// Measures the memory that one process caches for each active member.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createDeps } from '@marquee/api/src/deps.ts';
import { readEnv } from '@marquee/api/src/env.ts';
import { generateSecrets } from '@marquee/api/src/env-secrets.ts';

const MEMBERS = 1_000;
const KB = 1_024;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function usedBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Returns a sentence with the kB for each cached member: the access, and a taste with one ranking. */
export async function measureTastes(databaseUrl: string): Promise<string> {
  const env = readEnv({
    ...generateSecrets(),
    DATABASE_URL: databaseUrl,
    NODE_ENV: 'test',
    RATE_LIMIT: 'off',
    BOT_CHECK: 'off',
  });
  const deps = await createDeps(env);
  try {
    await deps.start();
    const { users } = deps.inMemory;
    const before = usedBytes();
    for (let id = 1; id <= MEMBERS; id++) {
      const taste = await users.findTaste(id);
      taste?.ranking(taste.savedFilters);
      await users.findAccess(id);
    }
    const { tastes } = users.stats();
    const measured = (usedBytes() - before) / tastes / KB;
    return `A member's access and taste with one ranking take ${measured.toFixed(0)} kB (${tastes} members).`;
  } finally {
    await deps.close();
  }
}
