// Proxies for Stripe and PostgreSQL. They count the steps of a process, so that a test can kill the process at
// a chosen step.
import { once } from 'node:events';
import { createServer as createHttpServer, request } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { readStateChanges } from './postgres-messages.ts';

/**
 * The moment of the kill: `before` the server receives the request, or `after` the server processed it. The
 * process gets no reply.
 */
export type Moment = 'before' | 'after';

export interface KillAt {
  server: 'stripe' | 'database';
  /** Number of the step, from 1. */
  nth: number;
  moment: Moment;
}

export interface KillProxy {
  port: number;
  close(): void;
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Starts a proxy for Stripe. Each request is a step. */
async function startStripeProxy(origin: string, at: KillAt, kill: () => void): Promise<KillProxy> {
  const target = new URL(origin);
  let count = 0;
  const proxy = createHttpServer((incoming, outgoing) => {
    const isLast = ++count === at.nth;
    if (isLast && at.moment === 'before') return kill();
    const { method, url: path, headers } = incoming;
    const to = { host: target.hostname, port: target.port, method, path, headers };
    const forwarded = request(to, (reply) => {
      if (isLast) {
        reply.resume();
        reply.on('end', kill);
        return;
      }
      outgoing.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(outgoing);
    });
    // The killed process closes its connection, so end the request to Stripe too.
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  const port = await listen(proxy);
  return {
    port,
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

/** Starts a proxy for PostgreSQL. Each commit, and each write outside of a transaction, is a step. */
async function startDatabaseProxy(url: string, at: KillAt, kill: () => void): Promise<KillProxy> {
  const target = new URL(url);
  let count = 0;
  let isOver = false;
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    const changesOf = readStateChanges();
    let isLast = false;
    client.on('data', (chunk) => {
      if (isOver) return;
      count += changesOf(chunk);
      isOver = count >= at.nth;
      isLast = isOver;
      if (isLast && at.moment === 'before') kill();
      else server.write(chunk);
    });
    server.on('data', (chunk) => {
      if (isLast) kill();
      else client.write(chunk);
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  const port = await listen(proxy);
  return { port, close: () => void proxy.close() };
}

/**
 * Starts the proxy that calls `kill` at the step `at`. Returns the variables with the address of the proxy.
 */
export async function startKillProxy(
  env: { STRIPE_API_BASE: string; DATABASE_URL: string },
  at: KillAt,
  kill: () => void,
): Promise<{ env: Record<string, string>; close(): void }> {
  if (at.server === 'stripe') {
    const { port, close } = await startStripeProxy(env.STRIPE_API_BASE, at, kill);
    return { env: { ...env, STRIPE_API_BASE: `http://127.0.0.1:${port}` }, close };
  }
  const { port, close } = await startDatabaseProxy(env.DATABASE_URL, at, kill);
  const url = new URL(env.DATABASE_URL);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return { env: { ...env, DATABASE_URL: url.href }, close };
}
