// A proxy that balances like HAProxy in docker-compose.yml: to the ready server with the fewest open
// requests. Tries another server only when a connection is refused.
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';

/** The interval of HAProxy's setting `check inter 1s fall 1 rise 1`. */
const CHECK_MS = 1_000;

interface Backend {
  origin: string;
  isUp: boolean;
  requests: number;
}

export interface Balancer {
  origin: string;
  /** Whether the last check of the server succeeded. */
  isUp(origin: string): boolean;
  close(): Promise<void>;
}

/**
 * Returns whether the server refused the connection. The server did not get the request, so another server
 * may answer.
 */
const isRefused = (error: Error): boolean => 'code' in error && error.code === 'ECONNREFUSED';

export async function startBalancer(origins: readonly string[]): Promise<Balancer> {
  const backends: Backend[] = origins.map((origin) => ({ origin, isUp: true, requests: 0 }));
  const agent = new Agent({ keepAlive: true });

  const check = async (backend: Backend): Promise<void> => {
    backend.isUp = await fetch(`${backend.origin}/readyz`, { headers: { connection: 'close' } }).then(
      (reply) => reply.ok,
      () => false,
    );
  };
  const checks = setInterval(() => backends.forEach((backend) => void check(backend)), CHECK_MS);

  const choose = (tried: ReadonlySet<Backend>): Backend | undefined =>
    backends
      .filter((backend) => backend.isUp && !tried.has(backend))
      .toSorted((a, b) => a.requests - b.requests)[0];

  function forward(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, tried: Set<Backend>) {
    const backend = choose(tried);
    if (!backend) {
      outgoing.writeHead(503).end('no server is ready');
      return;
    }
    tried.add(backend);
    backend.requests++;
    const { method, url, headers } = incoming;
    const sent = request(`${backend.origin}${url}`, { agent, method, headers }, (reply) => {
      // The header `connection` concerns only the connection between proxy and server, so it is not passed
      // on.
      const { connection: _, ...passed } = reply.headers;
      reply.once('close', () => backend.requests--);
      // The client has closed its connection, so there is no response to write.
      if (outgoing.destroyed) return reply.destroy();
      outgoing.writeHead(reply.statusCode ?? 502, passed);
      // `pipeline` closes the client's connection when the reply of the server breaks off.
      pipeline(reply, outgoing, () => undefined);
    });
    sent.once('error', (error) => {
      backend.requests--;
      if (outgoing.headersSent) outgoing.destroy();
      else if (isRefused(error)) forward(incoming, outgoing, body, tried);
      else outgoing.writeHead(502).end(error.message);
    });
    sent.end(body);
  }

  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    forward(incoming, outgoing, Buffer.concat(chunks), new Set());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port on loopback');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    isUp: (origin) => backends.some((backend) => backend.origin === origin && backend.isUp),
    async close() {
      clearInterval(checks);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
