import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostError } from './host.ts';

/** The operating system frees the ports of a killed process within this time. */
const PATIENCE_MS = 3_000;

async function tryPort(host: string, port: number): Promise<string | null> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  } finally {
    if (server.listening) {
      server.close();
      await once(server, 'close');
    }
  }
}

/**
 * Checks that this process can listen on the port.
 * @param variable the variable with the port, for the message.
 * @throws HostError with one line that names the variable or the address.
 */
export async function requirePort(variable: string, host: string, port: number): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(100)) {
    const problem = await tryPort(host, port);
    if (problem === null) return;
    if (problem === 'EADDRINUSE') {
      if (Date.now() < deadline) continue;
      throw new HostError(
        `${variable}: port ${port} is used by another program; set ${variable} to a free port`,
      );
    }
    if (problem === 'EACCES')
      throw new HostError(`${variable}: port ${port} is not allowed for this user; choose a higher one`);
    throw new HostError(`${variable}: cannot listen on ${host}:${port} (${problem})`);
  }
}

/** Returns a free port on loopback. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port on loopback');
  return address.port;
}
