// Attacks on the uploads over sockets of their own, because an HTTP client would send what it has and wait.
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createUser } from '../../../test/factories.ts';
import { upload } from '../../../test/uploads.ts';
import { waitFor } from '../../../test/wait-for.ts';

// Other tests upload too.
const folder = await mkdtemp(join(tmpdir(), 'marquee-gate-'));
vi.stubEnv('TMPDIR', folder);
afterAll(async () => {
  // The next test file of this worker would upload into a folder that is gone.
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});
const app = await startApp({ EMAIL_PROOF: 'on' });
const { prisma } = app;
type User = Awaited<ReturnType<typeof createUser>>;
const MB = 2 ** 20;
const FILE = 'Const,Your Rating,Date Rated,Title,Title Type,Year\ntt0078748,9,2020-05-01,Alien,Movie,1979\n';

let port = 0;
const sockets: Socket[] = [];

beforeAll(async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.app.server.address() as AddressInfo).port;
});

const temporaryFiles = async (): Promise<number> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('marquee-import-')).length;

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await waitFor('the temporary files to go', async () => (await temporaryFiles()) === 0);
});

/** Sends the head of an upload and the beginning of its body. Returns what the server answers, also later. */
function begin(user: User, length: number | 'chunked', sent: string | Buffer = 'x') {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  // A server that closes while the client sends resets the connection.
  socket.on('error', () => undefined);
  const size = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  socket.write(
    `POST /api/v1/user/imports HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${app.tokenOf(user)}\r\n` +
      `Content-Type: application/octet-stream\r\n${size}\r\n\r\n`,
  );
  socket.write(length === 'chunked' ? `1\r\nx\r\n` : sent);
  return {
    socket,
    answer: () => answer,
    status: () => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0),
    closed: once(socket, 'close'),
  };
}

/** Begins an upload and waits until it holds its place or is refused. */
async function hold(user: User, length: number | 'chunked' = MB, sent?: string | Buffer) {
  const before = await temporaryFiles();
  const held = begin(user, length, sent);
  await waitFor('the upload to begin', async () => held.status() > 0 || (await temporaryFiles()) > before);
  return held;
}

const member = () => createUser(prisma);
const stranger = () => createUser(prisma, { emailVerifiedAt: null });
const isAccepted = async (user: User): Promise<boolean> =>
  (await upload(app.as(user), 'imdb', FILE)).status === 202;

describe('the gate of uploads', () => {
  it('refuses a second upload of one user with 429 and Retry-After, and closes its connection', async () => {
    const user = await member();
    const first = await hold(user);
    const second = await hold(user);
    await second.closed;
    expect(second.answer()).toMatch(/^HTTP\/1\.1 429 /);
    expect(second.answer()).toMatch(/^retry-after: \d+\r$/im);
    expect(second.answer()).toMatch(/^connection: close\r$/im);
    expect(second.answer()).toContain('"too_many_requests"');
    expect(first.status()).toBe(0);
    first.socket.write(Buffer.alloc(MB - 1, 'x'));
    await waitFor('the reply', () => first.status() > 0);
    expect(first.status()).toBe(202);
  });

  it('holds four uploads, of which accounts without a proven address hold two', async () => {
    const strangers = await Promise.all([1, 2, 3].map(stranger));
    const begun = [];
    for (const user of strangers) begun.push(await hold(user));
    expect(begun.map(({ status }) => status())).toEqual([0, 0, 429]);
    const members = await Promise.all([1, 2, 3].map(member));
    for (const user of members) begun.push(await hold(user));
    expect(begun.map(({ status }) => status())).toEqual([0, 0, 429, 0, 0, 429]);
  });

  it('leaves room for the file of a member while strangers announce large ones', async () => {
    expect((await hold(await stranger(), 'chunked')).status()).toBe(0);
    expect((await hold(await stranger(), 50 * MB)).status()).toBe(429);
    expect((await hold(await member(), 50 * MB)).status()).toBe(0);
    expect((await hold(await member(), 50 * MB)).status()).toBe(429);
  });

  it('is free again after an upload that was aborted, that lied about its length, or whose file was refused', async () => {
    const user = await stranger();
    const aborted = await hold(user);
    aborted.socket.destroy();
    await waitFor('the place', async () => (await temporaryFiles()) === 0);
    const short = await hold(user, MB, FILE);
    short.socket.end();
    await short.closed;
    await waitFor('the place', async () => (await temporaryFiles()) === 0);
    await upload(app.as(user), 'imdb', '').expect(400);
    expect(await isAccepted(user)).toBe(true);
    expect(await prisma.userImport.count({ where: { userId: user.id } })).toBe(1);
  });

  it('cuts an upload that stays slow, so that forty held ones keep neither /readyz nor a member waiting', async () => {
    const held = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => begin(await (at % 2 ? stranger() : member()), 50 * MB)),
    );
    const drip = setInterval(() => {
      for (const { socket } of held) if (socket.writable) socket.write('x');
    }, 500);
    try {
      await waitFor('the refusals', () => held.filter(({ status }) => status() === 429).length >= 36);
      await app.visitor.get('/readyz').expect(200);
      expect(await temporaryFiles()).toBeLessThanOrEqual(4);
      await Promise.all(held.map(({ closed }) => closed));
      expect(held.map(({ status }) => status())).toEqual(Array(40).fill(429));
      expect(await isAccepted(await member())).toBe(true);
    } finally {
      clearInterval(drip);
    }
  });
});
