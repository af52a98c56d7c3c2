import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createVerdict, type Fault } from './fault.ts';
import { awaitRecovery, expectNoRefusal, runUnderLoad } from './under-load.ts';
import type { World } from './world.ts';

const CLIENTS = 500;
const SLOW_CLIENTS = 20;
const HELD_MS = { short: 1_500, full: 100_000 } as const;
const BYTE_EVERY_MS = 1_000;

interface Connection {
  socket: Socket;
  /** Milliseconds until the server closed the connection; null while it is open. */
  closedAfterMs: number | null;
  received: string;
}

async function open({ origin }: World): Promise<Connection> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const connection: Connection = { socket, closedAfterMs: null, received: '' };
  // Ignore the error of a reset by the server, because the event `close` follows.
  socket.on('error', () => undefined);
  socket.setEncoding('utf8').on('data', (text: string) => {
    connection.received += text;
  });
  await once(socket, 'connect');
  const began = performance.now();
  socket.once('close', () => {
    connection.closedAfterMs = performance.now() - began;
  });
  return connection;
}

/** Sends the request one byte at a time until the server closes the connection. */
async function sendSlowly({ socket }: Connection, isOver: () => boolean): Promise<void> {
  const request = `GET /api/v1/user HTTP/1.1\r\nHost: marquee\r\nX-Long: ${'x'.repeat(1_000)}\r\n\r\n`;
  for (const byte of request) {
    if (isOver() || !socket.writable) return;
    socket.write(byte);
    await sleep(BYTE_EVERY_MS);
  }
}

function describeClosed(connections: readonly Connection[]): string {
  const times = connections.flatMap(({ closedAfterMs }) => closedAfterMs ?? []);
  if (times.length === 0) return 'none closed yet';
  const toS = (ms: number) => (ms / 1_000).toFixed(0);
  return `${times.length} closed after ${toS(Math.min(...times))} to ${toS(Math.max(...times))} s`;
}

/**
 * Defines a fault that keeps connections open under load. In full form, the fault waits until the server has
 * closed all connections.
 */
const defineSilence = (
  name: string,
  cause: string,
  count: number,
  use: (connection: Connection, isOver: () => boolean) => Promise<void>,
): Fault => ({
  name,
  cause,
  promise: 'other callers notice nothing, and the server closes the connections within 100 s',
  run: (world, size) =>
    runUnderLoad(world, async ({ tally }) => {
      const verdict = createVerdict();
      let isOver = false;
      const connections = await Promise.all(Array.from({ length: count }, () => open(world)));
      const used = connections.map((each) => use(each, () => isOver));
      const until = performance.now() + HELD_MS[size];
      const isOpen = ({ closedAfterMs }: Connection) => closedAfterMs === null;
      const recoveries = [await awaitRecovery(world)];
      while (performance.now() < until && connections.some(isOpen)) await sleep(100);
      const left = connections.filter(isOpen).length;
      isOver = true;
      for (const { socket } of connections) socket.destroy();
      await Promise.all(used);
      if (size === 'full') verdict.expect(left === 0, `${left} connections were still open`);
      expectNoRefusal(tally, verdict);
      const answers = new Set(connections.map(({ received }) => received.split('\r\n')[0] ?? ''));
      return {
        recoveries,
        found: [
          `${count} connections, ${size === 'full' ? describeClosed(connections) : `${left} open at the end`}`,
          `replies to them: ${[...answers].filter(Boolean).join(', ') || 'none'}`,
        ],
        broken: verdict.broken,
      };
    }),
});

export const silentClients: readonly Fault[] = [
  defineSilence(
    'silent-clients',
    `${CLIENTS} clients connect and send nothing`,
    CLIENTS,
    async () => undefined,
  ),
  defineSilence('slow-clients', `${SLOW_CLIENTS} clients send one byte a second`, SLOW_CLIENTS, sendSlowly),
];
