// A worker that tests may kill. Unlike src/worker.ts, it detects a crashed worker within a second.
import { createDeps } from '#src/deps.ts';
import { loadEnv } from '#src/env.ts';
import { startJobs } from '#src/jobs/start.ts';

const deps = await createDeps(loadEnv());
await startJobs(deps, { firstBackoffMs: 50, lockMs: 1_000 });
process.send?.('working');
