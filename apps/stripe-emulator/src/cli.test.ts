import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closeAfter, sdkFor, temporaryFolder } from '../test/support.ts';

const command = join(import.meta.dirname, 'cli.ts');

/** Starts the command. Resolves with the address that the command prints. */
async function start(...flags: string[]) {
  const child = spawn(process.execPath, [command, '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  closeAfter(async () => void child.kill('SIGKILL'));
  const [text] = await once(child.stdout.setEncoding('utf8'), 'data');
  const origin = String(text).match(/http:\/\/127\.0\.0\.1:\d+/)?.[0] ?? '';
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [code] = await once(child, 'exit');
    return code;
  };
  return { origin, end };
}

it('the command restores an answered write after SIGKILL, and exits with code 0 on SIGTERM', async () => {
  const stateFile = join(await temporaryFolder(), 'stripe.json');
  const first = await start('--state-file', stateFile);
  const { id } = await sdkFor(first.origin).customers.create({ name: 'Ada' });
  await first.end('SIGKILL');
  const second = await start('--state-file', stateFile);
  expect(await sdkFor(second.origin).customers.retrieve(id)).toMatchObject({ name: 'Ada' });
  expect(await second.end('SIGTERM')).toBe(0);
});

it('the command prints one line that names the invalid flag and exits with code 1', async () => {
  const child = spawn(process.execPath, [command, '--port', 'x'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(output).toMatch(/^stripe-emulator: --port: .+\n$/);
});
