import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Starts a TCP proxy on loopback. A test can cut or silence those of its connections on which a client sent a text. */
export async function startTcpProxy(target: { host: string; port: number }) {
  const pairs: { client: Socket; server: Socket; sent: string }[] = [];
  function having(text: string): typeof pairs {
    const found = pairs.filter(({ client, sent }) => !client.destroyed && sent.includes(text));
    if (found.length === 0) throw new Error(`No open connection has sent ${text}`);
    return found;
  }
  let refusing = false;
  const proxy = createServer((client) => {
    if (refusing) {
      client.destroy();
      return;
    }
    const server = connect(target.port, target.host);
    const pair = { client, server, sent: '' };
    pairs.push(pair);
    client.on('data', (bytes) => {
      pair.sent += bytes.toString('latin1');
    });
    client.pipe(server);
    server.pipe(client);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    port,
    /** Stops forwarding bytes, but keeps the connection open. */
    silence(text: string): void {
      for (const { client, server } of having(text)) {
        client.unpipe();
        server.unpipe();
        client.pause();
        server.pause();
      }
    },
    cut(text: string): void {
      for (const { client } of having(text)) client.destroy();
    },
    /**
     * With true, refuses new connections and closes open connections. With false, accepts connections again.
     */
    refuse(on: boolean): void {
      refusing = on;
      if (on) for (const { client } of pairs) client.destroy();
    },
    async close(): Promise<void> {
      for (const { client } of pairs) client.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
