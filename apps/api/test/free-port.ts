import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a free port on loopback, for a process that cannot choose its port itself. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port on loopback');
  return address.port;
}
