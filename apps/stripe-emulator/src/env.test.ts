import { expect, it } from 'vitest';
import { readOptions } from './env.ts';

it('readOptions prefers a flag to an environment variable', () => {
  const environment = { STRIPE_EMULATOR_PORT: '5000', STRIPE_EMULATOR_RETRY_DAYS: '2,4' };
  expect(readOptions(['--port', '6000'], environment)).toMatchObject({ port: 6000, retryDays: [2, 4] });
});

it.each([
  [['--port', 'x'], '--port'],
  [['--after-retries', 'never'], '--after-retries'],
  [['--webhook-url', 'http://127.0.0.1:3000'], 'go together'],
])('readOptions refuses the flags %j with an error that contains "%s"', (args, message) => {
  expect(() => readOptions(args, {})).toThrow(message);
});

it('readOptions reads the allowed hosts as a list with commas', () => {
  const environment = { STRIPE_EMULATOR_ALLOWED_HOSTS: 'stripe, Payments.test' };
  expect(readOptions([], environment)).toMatchObject({ allowedHosts: ['stripe', 'payments.test'] });
});
