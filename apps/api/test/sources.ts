import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerStreaming } from './source-streaming.ts';
import { createSourceTitles } from './source-titles.ts';
import { answerTmdb } from './source-tmdb.ts';

/**
 * Starts an emulator for TMDB (version 3) and Streaming Availability (version 4), written from their
 * documentation. Pages are shuffled and repeat titles of other pages.
 * @param seed decides which requests fail. A failure is 429, 500, a cut connection or a cut reply.
 */
export async function startSources(seed = 1) {
  const catalogue = createSourceTitles(seed);
  const { random, faults } = catalogue;
  let requests = 0;

  function answer(request: IncomingMessage, reply: ServerResponse): void {
    requests += 1;
    faults.onRequest?.(requests);
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const send = (status: number, body: string, headers = {}) =>
      reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    if (faults.status !== undefined) return void send(faults.status, '{}');
    if (faults.cursorLost && url.searchParams.has('cursor')) {
      faults.cursorLost = false;
      return void send(400, '{"message":"cursor expired"}');
    }
    const body = url.pathname.startsWith('/3/')
      ? answerTmdb(catalogue, url.pathname, url.searchParams)
      : answerStreaming(catalogue, url.pathname, url.searchParams);
    const text = JSON.stringify(body ?? { message: 'not found' });
    if (random.next() < faults.share) {
      const kind = Math.floor(random.next() * 4);
      if (kind === 0) return void send(429, '{}', { 'retry-after': '0' });
      if (kind === 1) return void send(500, 'error');
      if (kind === 2) return void request.socket.destroy();
      return void send(200, text.slice(0, text.length / 2));
    }
    send(body === null ? 404 : 200, text);
  }

  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    ...catalogue,
    tmdb: `http://127.0.0.1:${port}/3`,
    streaming: `http://127.0.0.1:${port}`,
    requests: () => requests,
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Sources = Awaited<ReturnType<typeof startSources>>;
