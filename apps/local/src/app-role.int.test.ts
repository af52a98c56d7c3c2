import { expect, it } from 'vitest';
import { ensureAppRole } from './app-role.ts';
import { startTemporaryPostgres } from './postgres.ts';

it('the role is made sure of by a stack and tools that start at the same time', async () => {
  const { adminUrl, url, stop } = await startTemporaryPostgres(() => undefined);
  try {
    const { password, port, pathname } = new URL(adminUrl);
    const cluster = { password, appPassword: new URL(url).password };
    const urls = Array.from({ length: 8 }, () => ensureAppRole(cluster, Number(port), pathname.slice(1)));
    expect(await Promise.all(urls)).toEqual(urls.map(() => url));
  } finally {
    await stop();
  }
});
