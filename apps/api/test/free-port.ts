import { once } from 'node:events';
import { createServer } from 'node:net';

/** Linux gives connections ports from 32,768 on, and Node takes such a port for `listen(0)`. */
const FIRST = 12_000;
const LAST = 32_000;

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const isListening = await once(server, 'listening').then(() => true, refuseTaken);
  if (isListening) await once(server.close(), 'close');
  return isListening;
}

/** Returns false for a port that is taken. Another error would come for every port. */
function refuseTaken(error: NodeJS.ErrnoException): boolean {
  if (error.code === 'EADDRINUSE') return false;
  throw error;
}

/**
 * Returns a free port on loopback, for a process that cannot choose its port itself. No connection takes the port before
 * the process listens, and two test workers hardly ever choose the same one.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isFree(port)) return port;
  }
}
