import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { childEnv } from '#src/env.ts';
import { generateSecrets } from '#src/env-secrets.ts';
import { testDatabaseUrl } from '../../test/database.ts';
import { findFreePort } from '../../test/free-port.ts';

/** The requests that the collector received. */
const received: string[] = [];
const collector = createServer((request, reply) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    received.push(`${request.url} ${Buffer.concat(chunks).toString('utf8')}`);
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
afterAll(() => collector.close());

it('the API sends the collector spans that contain route and parent trace, but no codes or addresses', async () => {
  const port = await findFreePort();
  const api = spawn(process.execPath, [join(import.meta.dirname, '../server.ts')], {
    env: childEnv({
      ...generateSecrets(),
      NODE_ENV: 'test',
      DATABASE_URL: await testDatabaseUrl(),
      PORT: String(port),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    }),
    stdio: 'ignore',
  });
  const exited = once(api, 'exit');
  try {
    const get = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
      }).catch(() => null);
    while ((await get('/livez')) === null) await sleep(50);
    await get('/accept_list/secret-code?email=someone@example.com');
  } finally {
    api.kill('SIGINT');
    await exited;
  }
  const sent = received.join('\n');
  expect(received.map((each) => each.split(' ', 1)[0])).toContain('/v1/traces');
  expect(sent).toContain('"GET /accept_list/:code"');
  expect(sent).toContain('"traceId":"0af7651916cd43dd8448eb211c80319c"');
  expect(sent).toContain('"stringValue":"marquee"');
  expect(sent).not.toMatch(/secret-code|someone|server\.ts/);
});
