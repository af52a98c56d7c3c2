import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { ErrorBody } from '@marquee/contracts';
import { expect, it } from 'vitest';
import { answerClientError } from './error-handler.ts';

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
