// Runs one process that answers requests. Jobs run in worker.ts.
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '#src/core/log.ts';
import { patiently } from '#src/core/patience.ts';
import { loadEnv } from '#src/env.ts';
import { startEarly } from '#src/titles/early-start.ts';

/** After SIGTERM the port stays open this long, so that load balancers can read the failing /readyz. */
const DRAIN_MS = 2_000;
/** Time limit for running requests on shutdown, after which the process exits. */
const GRACE_MS = 10_000;

const env = loadEnv();
const log = createLogger(env);
// Call this before the import of the app: a thread reads the catalogue while the main thread loads the app.
const early = await startEarly(env, log);
const { createDeps } = await import('#src/deps.ts');
const { buildApp } = await import('#src/app.ts');
const deps = await createDeps(env, log, early);
// Do not wait for the catalogue here. A failure is thrown below.
const loading = deps.start().then(
  () => null,
  (error: unknown) => ({ error }),
);
const app = await buildApp(deps);

async function stop(drainMs: number): Promise<void> {
  app.startDraining();
  await sleep(drainMs);
  await app.close();
  await deps.close();
}

let stopping = false;
function shutDown(reason: string, code: number, drainMs = 0): void {
  if (stopping) return;
  stopping = true;
  log.info({ reason }, 'stopping');
  setTimeout(() => {
    log.error('shutdown timed out: the process exits with requests or connections still open');
    process.exit(1);
  }, patiently(GRACE_MS)).unref();
  stop(drainMs).then(
    () => process.exit(code),
    (error: unknown) => {
      log.error({ err: error }, 'did not stop cleanly');
      process.exit(1);
    },
  );
}

process.on('SIGTERM', () => shutDown('SIGTERM', 0, DRAIN_MS));
// Ctrl-C at a terminal exits without DRAIN_MS, because no load balancer reads /readyz there.
process.on('SIGINT', () => shutDown('SIGINT', 0));

try {
  // The port opens before the catalogue is loaded: /livez answers 200, /readyz and title calls 503.
  await app.listen({ port: env.PORT, host: env.HOST });
  await app.listenForOperators();
  log.info({ address: env.API_ORIGIN }, 'listening');
  const failure = await loading;
  if (failure) throw failure.error;
  // With NODE_COMPILE_CACHE, the next start is faster, even after a SIGKILL.
  flushCompileCache();
} catch (error) {
  log.error({ err: error }, 'could not start');
  shutDown('start failed', 1);
}
