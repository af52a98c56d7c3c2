// One process that answers requests. Its jobs run in worker.ts.
import { buildApp } from '#src/app.ts';
import { createDeps } from '#src/deps.ts';
import { loadEnv } from '#src/env.ts';

/** What is under way gets this long to end; then we go all the same. */
const GRACE_MS = 10_000;

const env = loadEnv();
const deps = await createDeps(env);
const { log } = deps;
const app = await buildApp(deps);

async function stop(): Promise<void> {
  await app.close();
  await deps.close();
}

let stopping = false;
function shutDown(reason: string, code: number): void {
  if (stopping) return;
  stopping = true;
  log.info({ reason }, 'stopping');
  setTimeout(() => {
    log.error('stopped before everything had ended');
    process.exit(1);
  }, GRACE_MS).unref();
  stop().then(
    () => process.exit(code),
    (error: unknown) => {
      log.error({ err: error }, 'did not stop cleanly');
      process.exit(1);
    },
  );
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => shutDown(signal, 0));

try {
  // The port is open while the catalogue loads: /livez answers, /readyz says not yet, title calls are 503.
  await app.listen({ port: env.PORT, host: env.HOST });
  log.info({ address: env.API_ORIGIN }, 'listening');
  await deps.start();
} catch (error) {
  log.error({ err: error }, 'could not start');
  shutDown('start failed', 1);
}
