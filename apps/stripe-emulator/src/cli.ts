#!/usr/bin/env node
import { readOptions } from './env.ts';
import { startStripeEmulator } from './index.ts';

try {
  const emulator = await startStripeEmulator(readOptions(process.argv.slice(2)));
  process.stdout.write(`Stripe emulator: ${emulator.origin}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void emulator.close());
} catch (error) {
  console.error(`stripe-emulator: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
