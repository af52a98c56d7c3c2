import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { requirePort } from './ports.ts';

async function takePort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, port: address.port };
}

it('requirePort throws an error that names the variable when another program uses the port', async () => {
  const { server, port } = await takePort();
  await expect(requirePort('SMTP_PORT', '127.0.0.1', port)).rejects.toThrow(
    `SMTP_PORT: port ${port} is used by another program; set SMTP_PORT to a free port`,
  );
  server.close();
});

it('requirePort waits until a used port is free', async () => {
  const { server, port } = await takePort();
  setTimeout(() => server.close(), 300);
  await requirePort('PORT', '127.0.0.1', port);
});

it('requirePort throws an error that names the address when no port of the address can be opened', async () => {
  await expect(requirePort('PORT', '203.0.113.1', 40_000)).rejects.toThrow(
    'PORT: cannot listen on 203.0.113.1:40000 (EADDRNOTAVAIL)',
  );
});
