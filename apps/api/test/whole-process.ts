// Runs API and worker in one process, as `npm start` does, over a database that exists. Sends its address.
import { flushCompileCache } from 'node:module';
import { buildApp } from '#src/app.ts';
import { createDeps } from '#src/deps.ts';
import { loadEnv } from '#src/env.ts';
import { startJobs } from '#src/jobs/start.ts';

const deps = await createDeps(loadEnv());
await deps.start();
const app = await buildApp(deps);
await startJobs(deps);
// Tests kill the process, which would lose what it compiled.
flushCompileCache();
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
process.once('disconnect', () => process.exit(1));
