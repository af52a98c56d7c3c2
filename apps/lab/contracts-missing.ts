// pnpm lab missing-calls: prints the calls of the contract table that the application does not serve.

import { buildApp } from '@marquee/api/src/app.ts';
import { createDeps } from '@marquee/api/src/deps.ts';
import { readEnv } from '@marquee/api/src/env.ts';
import { generateSecrets } from '@marquee/api/src/env-secrets.ts';
import { routes } from '@marquee/contracts';

// Builds the application only to read its routes. The process never connects to this database address.
const deps = await createDeps(
  readEnv({ ...generateSecrets(), NODE_ENV: 'test', DATABASE_URL: 'postgresql://127.0.0.1:1/none' }),
);
const app = await buildApp(deps);
await app.ready();

const missing = Object.keys(routes).filter((key) => {
  const [method = 'GET', path = ''] = key.split(' ');
  return !app.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') });
});
process.stdout.write(missing.map((key) => `${key}\n`).join(''));

await app.close();
await deps.close();
