// A TCP proxy that a test can stop and start, to simulate an outage of its target server.
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

export interface TestProxy {
  port: number;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function startProxy(targetPort: number): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  let server: Server | undefined;

  const proxy: TestProxy = {
    port: 0,
    async stop() {
      if (!server) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
      server = undefined;
    },
    async start() {
      server = createServer((near) => {
        const far = connect(targetPort, '127.0.0.1');
        for (const [one, other] of [
          [near, far],
          [far, near],
        ] as const) {
          sockets.add(one);
          one.on('error', () => other.destroy());
          one.on('close', () => {
            sockets.delete(one);
            other.destroy();
          });
          one.pipe(other);
        }
      });
      server.listen(proxy.port, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('no port on loopback');
      proxy.port = address.port;
    },
  };
  await proxy.start();
  return proxy;
}
