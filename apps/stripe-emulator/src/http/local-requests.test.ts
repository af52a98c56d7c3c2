import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startBench } from '../../test/support.ts';

/** Sends a request over a raw socket, because `fetch` sets `Host` and `Origin` itself. Returns the whole reply. */
async function ask(origin: string, path: string, ...headers: string[]): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').setEncoding('utf8');
  socket.write([`GET ${path} HTTP/1.1`, 'Connection: close', ...headers, '', ''].join('\r\n'));
  let reply = '';
  socket.on('data', (text) => {
    reply += text;
  });
  await once(socket, 'close');
  return reply;
}

const CALLS = ['/_control/state', '/checkout/cs_test_1', '/v1/customers', '/nowhere'];

it.each(['evil.example:4242', 'localhost.evil.example', '127.0.0.1.evil.example', 'evil@127.0.0.1', ''])(
  'the emulator refuses every request with the foreign Host "%s"',
  async (host) => {
    const { origin } = await startBench();
    for (const path of CALLS)
      expect(await ask(origin, path, `Host: ${host}`), path).toMatch(/^HTTP\/1\.1 403 /);
  },
);

it.each(['127.0.0.1:4242', 'localhost', 'LOCALHOST:4242', '[::1]:4242'])(
  'the emulator answers to the Host "%s", and lets no other site read the reply',
  async (host) => {
    const { origin } = await startBench();
    const reply = await ask(origin, '/_control/state', `Host: ${host}`);
    expect(reply).toMatch(/^HTTP\/1\.1 200 /);
    expect(reply).not.toMatch(/access-control-allow-origin/i);
  },
);

it.each(['https://evil.example', 'null'])(
  'the emulator refuses a request that a page of "%s" sends to loopback',
  async (site) => {
    const { origin } = await startBench();
    const reply = await ask(origin, '/_control/state', 'Host: 127.0.0.1', `Origin: ${site}`);
    expect(reply).toMatch(/^HTTP\/1\.1 403 /);
  },
);

it('the emulator answers to the hosts that are allowed, and to the host of its public origin', async () => {
  const { origin } = await startBench({
    allowedHosts: ['stripe'],
    publicOrigin: 'http://payments.test:4242',
  });
  const statusTo = async (host: string) =>
    (await ask(origin, '/_control/state', `Host: ${host}`)).slice(9, 12);
  expect(await Promise.all(['stripe:4242', 'payments.test', '127.0.0.1', 'other'].map(statusTo))).toEqual([
    '200',
    '200',
    '200',
    '403',
  ]);
});
