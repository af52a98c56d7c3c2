import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { ErrorBody } from '@marquee/contracts';
import Fastify from 'fastify';
import pino from 'pino';
import { expect, it } from 'vitest';
import { answerClientError, errorHandler } from './error-handler.ts';
import { jsonBody } from './json-body.ts';

it('the server answers a request timeout with an error envelope', async () => {
  const server = createServer({ requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 20 });
  server.on('clientError', answerClientError);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost:'));
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
  await new Promise((resolve) => server.close(resolve));
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(ErrorBody.parse(JSON.parse(body)).error).toBe('bad_request');
});

it('a client that goes away in the middle of its body is no failure of the database in the log', async () => {
  const lines: { level: number; code?: string }[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line));
  const app = Fastify({ loggerInstance: pino({ level: 'error' }, { write }) });
  await app.register(errorHandler);
  await app.register(jsonBody);
  const failed = Promise.withResolvers<void>();
  app.addHook('onError', async () => failed.resolve());
  app.post('/', async () => ({}));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const head =
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"a":';
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(head, () => setImmediate(() => socket.resetAndDestroy())),
  );
  await failed.promise;
  await app.close();
  expect(lines).toEqual([]);
});
