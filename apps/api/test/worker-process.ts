// A worker that tests may kill. It takes over the jobs of a crashed worker within a second, faster than
// src/worker.ts.
import { createDeps } from '#src/deps.ts';
import { loadEnv } from '#src/env.ts';
import { startJobs } from '#src/jobs/start.ts';

const deps = await createDeps(loadEnv());
await startJobs(deps, { firstBackoffMs: 50, lockMs: 1_000 });
process.send?.('working');
