import type { AfterRetries } from './core/world.ts';
import { Emulator } from './emulator.ts';
import { buildServer } from './server.ts';

export interface StripeEmulatorOptions {
  /** Default 4242; 0 takes a free port. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** Where clients reach the hosted pages, when that is not the address that the server listens on. */
  publicOrigin?: string;
  /** One JSON file that outlives a restart. Without it the state lives in memory. */
  stateFile?: string;
  /** Endpoints that get events; `events` defaults to all types. */
  webhooks?: readonly { url: string; secret: string; events?: readonly string[] }[];
  /** The only key that is accepted. Without it every `sk_test_…` key is. */
  secretKey?: string;
  /** Days after a failed renewal at which the charge is tried again. Default 1, 3, 5 and 7. */
  retryDays?: readonly number[];
  /** Effect of the last failed retry on the subscription. Default `cancel`. */
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
