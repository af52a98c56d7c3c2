import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@marquee/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import { buildApp } from '#src/app.ts';
import { patiently } from '#src/core/patience.ts';
import { threadMs } from '#src/core/processor-time.ts';
import { createDeps } from '#src/deps.ts';
import { testEnv } from '../../test/app.ts';
import { createUser } from '../../test/factories.ts';
import { createBalances } from './charging.ts';

/** With so short a usual page, every call counts as hundreds of them. */
const SHORT_MS = 0.000_1;

const deps = await createDeps(await testEnv({ RATE_LIMIT: 'on' }));
await deps.start();
const app = await buildApp({ ...deps, pageMs: () => SHORT_MS });
afterAll(async () => {
  await app.close();
  await deps.close();
});

/** Repeats a call until it is refused, and returns how many were answered. */
async function countAnswered(url: string): Promise<number> {
  const { id, tokenVersion } = await createUser(deps.prisma);
  const headers = { authorization: `Bearer ${app.issueToken(id, tokenVersion)}` };
  for (let answered = 0; ; answered++) {
    const { statusCode } = await app.inject({ url, headers });
    if (statusCode === 429) return answered;
    expect(statusCode).toBe(200);
  }
}

describe('a call', () => {
  it('counts as at most three of the 600 when it is a plain page of the app', async () => {
    const answered = await countAnswered('/api/v2/media?grouped_genres=true&view=card');
    expect(answered).toBeGreaterThanOrEqual(LIMITS.calls.max / 3);
    expect(answered).toBeLessThan(LIMITS.calls.max);
  });

  it.each([
    ['a far page of a sorted row', '/api/v2/media?row=recommended&sort=match&page=400'],
    ['a long search', `/api/v2/media?query=${'like+'.repeat(24)}`],
  ])('counts as what it took when it is %s', async (_what, url) => {
    expect(await countAnswered(url)).toBeLessThan(10);
  });
});

it('a picture that is drawn beside a link counts as what the drawing took', async () => {
  const draw = (page: string) =>
    app.inject({ url: `/images/cards/page/${page}.jpg`, remoteAddress: '198.51.100.7' });
  expect((await draw('faq')).statusCode).toBe(200);
  expect((await draw('terms')).statusCode).toBe(429);
});

it('a client that leaves during its calls keeps no places, and neither does one that reads no reply', async () => {
  const held = Promise.withResolvers<void>();
  const server = await buildApp({ ...deps, pageMs: () => 1_000 });
  let calls = 0;
  server.get('/held', { config: { countsAsCall: true } }, async () => {
    calls++;
    await held.promise;
    return 'x'.repeat(10_000_000);
  });
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  const open = () => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return socket;
  };
  const sockets = [open(), open(), open(), open()];
  await expect.poll(() => calls).toBe(4);
  for (const socket of sockets.slice(2)) socket.destroy();
  held.resolve();
  const answer = await fetch(`http://127.0.0.1:${port}/held`);
  expect(answer.status).toBe(200);
  await answer.text();
  for (const socket of sockets) socket.destroy();
  await server.close();
});

it('a call that gave its place back while it waited is charged what it takes afterwards', async () => {
  const held = Promise.withResolvers<void>();
  const server = await buildApp({ ...deps, pageMs: () => 0.25 });
  server.get('/waits', { config: { countsAsCall: true } }, async () => {
    await held.promise;
    const from = threadMs();
    while (threadMs() - from < 400);
    return 'done';
  });
  server.get('/next', { config: { countsAsCall: true } }, async () => 'next');
  const ask = (url: string) => server.inject({ url, remoteAddress: '198.51.100.9' });
  // No plain page, which would count as three at most.
  const waiting = ask('/waits?sort=match');
  expect((await ask('/next')).statusCode).toBe(200);
  // The place is given back after four seconds.
  await sleep(patiently(4_500));
  held.resolve();
  expect((await waiting).statusCode).toBe(200);
  expect((await ask('/next')).statusCode).toBe(429);
  await server.close();
});

it('short calls make up for a long one, so that no call is refused by chance', () => {
  const charge = createBalances();
  for (let call = 0; call < 100; call++) expect(charge('one', 0.5, 1)).toBe(0);
  expect(charge('one', 20, 1)).toBe(0);
  expect(charge('one', 20, 1)).toBe(8);
  expect(charge('one', 1.5, 1)).toBe(0);
  expect(charge('one', 1.5, 1)).toBe(1);
});
