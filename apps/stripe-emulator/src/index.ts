import type { AfterRetries } from './core/world.ts';
import { Emulator } from './emulator.ts';
import { buildServer } from './server.ts';

export interface StripeEmulatorOptions {
  /** The port, by default 4242. The value 0 selects a free port. */
  port?: number;
  /** The address that the server listens on, by default 127.0.0.1. */
  host?: string;
  /** The origin in addresses of hosted pages, by default the address that the server listens on. */
  publicOrigin?: string;
  /**
   * Names, in lower case and without port, that a request may have as `Host` beside those of loopback and of
   * the public origin. By default none.
   */
  allowedHosts?: readonly string[];
  /** Path of the file that stores the state across restarts. By default, the state is in memory only. */
  stateFile?: string;
  /** Webhook endpoints. `events` are event types, by default all. */
  webhooks?: readonly { url: string; secret: string; events?: readonly string[] }[];
  /** The only accepted key. By default, every test key (`sk_test_…`, `rk_test_…`) is accepted. */
  secretKey?: string;
  /** Days between the first attempt to charge a renewal and each retry, by default 1, 3, 5 and 7. */
  retryDays?: readonly number[];
  /** Effect of the last failed retry on the subscription, by default `cancel`. */
  afterRetries?: AfterRetries;
  /** Webhook retries: first and longest delay in milliseconds of wall time, and attempts in all. */
  webhookRetries?: { first?: number; longest?: number; attempts?: number };
}

export interface RunningStripeEmulator {
  origin: string;
  close: () => Promise<void>;
}

export async function startStripeEmulator(
  options: StripeEmulatorOptions = {},
): Promise<RunningStripeEmulator> {
  const { port = 4242, host = '127.0.0.1', retryDays = [1, 3, 5, 7], afterRetries = 'cancel' } = options;
  const emulator = new Emulator({
    stateFile: options.stateFile ?? null,
    secretKey: options.secretKey ?? null,
    allowedHosts: options.allowedHosts ?? [],
    webhooks: options.webhooks ?? [],
    rules: { retryDays: retryDays.toSorted((a, b) => a - b), afterRetries },
    delays: { first: 500, longest: 60_000, attempts: 16, ...options.webhookRetries },
  });
  await emulator.load();
  const app = buildServer(emulator);
  await app.listen({ port, host });
  const address = app.server.address();
  const actualPort = typeof address === 'object' && address ? address.port : port;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`;
  emulator.origin = options.publicOrigin ?? origin;
  emulator.start();
  return {
    origin,
    async close() {
      await app.close();
      await emulator.close();
    },
  };
}
