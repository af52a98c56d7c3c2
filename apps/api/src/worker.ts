// Runs one process for jobs: the relay hands outbox rows to the queue, and the worker processes the queue.
import { buildWorkerApp } from '#src/app.ts';
import { createDeps } from '#src/deps.ts';
import { loadEnv } from '#src/env.ts';
import { startJobs } from '#src/jobs/start.ts';

const env = loadEnv();
const deps = await createDeps(env);
try {
  await deps.checkStart();
} catch (error) {
  deps.log.error({ err: error }, 'could not start');
  await deps.close();
  process.exit(1);
}
const jobs = await startJobs(deps);
const app = await buildWorkerApp(deps);
if (env.OPERATIONS_PORT !== null) await app.listen({ port: env.OPERATIONS_PORT, host: env.HOST });
deps.log.info('worker started');

const stop = async (): Promise<void> => {
  await app.close();
  await jobs.close();
  await deps.close();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        deps.log.error({ err: error }, 'the worker did not stop cleanly');
        process.exit(1);
      },
    );
  });
}
