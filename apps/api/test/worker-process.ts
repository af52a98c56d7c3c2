// A worker that tests may kill. It takes over the jobs of a crashed worker within a second, faster than
// src/worker.ts.
import { flushCompileCache } from 'node:module';
import { createDeps } from '#src/deps.ts';
import { loadEnv } from '#src/env.ts';
import { startJobs } from '#src/jobs/start.ts';

const deps = await createDeps(loadEnv());
await startJobs(deps, { firstBackoffMs: 50, lockMs: 1_000 });
// Tests kill the process, which would lose what it compiled.
flushCompileCache();
process.send?.('working');
