// pnpm contracts:missing: prints the calls of the contract table that the application does not serve.
import { routes } from '@marquee/contracts';
import { buildApp } from '#src/app.ts';
import { createDeps } from '#src/deps.ts';
import { readEnv } from '#src/env.ts';
import { generateSecrets } from '#src/env-secrets.ts';

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
