// One process for jobs: hands outbox rows to the queue and works the queue.
import { createDeps } from '#src/deps.ts';
import { loadEnv } from '#src/env.ts';
import { startJobs } from '#src/jobs/start.ts';

const deps = await createDeps(loadEnv());
const jobs = await startJobs(deps);
deps.log.info('worker started');

const stop = async (): Promise<void> => {
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
