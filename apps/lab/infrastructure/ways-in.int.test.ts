import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from '@marquee/api/src/data/database.ts';
import { generateSecrets } from '@marquee/api/src/env-secrets.ts';
import { testDatabaseUrl } from '@marquee/api/test/database.ts';
import { createUser, PASSWORD } from '@marquee/api/test/factories.ts';
import { createCaller, type HostileInput, hostileInputs, waysIn } from '@marquee/api/test/hostile-inputs.ts';
import { requestOf } from '@marquee/api/test/matrix.ts';
import { createRandom } from '@marquee/api/test/random.ts';
import { longRun } from '@marquee/api/test/settings.ts';
import { type RouteContract, routes } from '@marquee/contracts';
import type { PrismaClient, User } from '@marquee/prisma';
import { startStripeEmulator } from '@marquee/stripe-emulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pssOf } from '../bench/process-tree.ts';
import { createApi, createWorker, type ProductProcess } from './processes.ts';

/** The number of seeds. Each seed puts the hostile values into other fields. */
const ROUNDS = longRun ? 10 : 1;
const GROWTH_MAX = 300 * 2 ** 20;
const MEMBER_PAUSE_MS = 50;
const MEMORY_PAUSE_MS = 250;

let prisma: PrismaClient;
let api: ProductProcess;
let worker: ProductProcess;
let emulator: Awaited<ReturnType<typeof startStripeEmulator>>;
let watched: ReturnType<typeof watch>;

async function signIn({ email }: User): Promise<string> {
  const reply = await fetch(`${api.origin}/users/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: { email, password: PASSWORD } }),
  });
  const { user } = await reply.json();
  return user.access_token;
}

/** Lets a member call and watches the memory of the processes until `stop`. */
function watch(token: string) {
  const statuses = new Map<number, number>();
  const before = [api, worker].map(({ pid }) => pssOf(pid()));
  const growth = [0, 0];
  let isOn = true;
  const repeat = async (pause: number, work: () => Promise<void> | void): Promise<void> => {
    while (isOn) {
      await work();
      await sleep(pause);
    }
  };
  const loops = [
    repeat(MEMBER_PAUSE_MS, async () => {
      const headers = { authorization: `Bearer ${token}` };
      const reply = await fetch(`${api.origin}/api/v1/user_preferences`, { headers });
      await reply.text();
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    }),
    repeat(MEMORY_PAUSE_MS, () => {
      for (const [at, { pid }] of [api, worker].entries())
        growth[at] = Math.max(growth[at] ?? 0, pssOf(pid()) - (before[at] ?? 0));
    }),
  ];
  return {
    async stop() {
      isOn = false;
      await Promise.all(loops);
      return { statuses, growth };
    },
  };
}

beforeAll(async () => {
  const databaseUrl = await testDatabaseUrl();
  prisma = connectDatabase(databaseUrl, 4);
  const secrets = generateSecrets();
  emulator = await startStripeEmulator({ port: 0, secretKey: secrets.STRIPE_SECRET_KEY });
  const env = {
    ...secrets,
    NODE_ENV: 'development',
    DATABASE_URL: databaseUrl,
    STRIPE_API_BASE: emulator.origin,
    BOT_CHECK: 'off',
    // One address sends more calls than a client may.
    RATE_LIMIT: 'off',
  };
  [api, worker] = await Promise.all([createApi(env), createWorker(env)]);
  await Promise.all([api.start(), worker.start()]);
  watched = watch(await signIn(await createUser(prisma)));
}, 300_000);

afterAll(async () => {
  api.kill();
  worker.kill();
  await emulator.close();
  await prisma.$disconnect();
});

/** Sends the start of a request and closes the connection in the middle of its body. */
const abandon = (start: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(api.origin).port), '127.0.0.1', () => {
      socket.write(start, () => {
        socket.destroy();
        resolve();
      });
    });
    socket.once('error', reject);
  });

/** Returns a caller who is signed in. */
async function createSigned() {
  const { user, world } = await createCaller(prisma);
  return { world, token: await signIn(user) };
}

const describeInput = ({ kind, body, query }: HostileInput): string =>
  `${kind}, ${body.length} bytes${query ? `, ${JSON.stringify(query)}` : ''}`;

describe.each(waysIn)('%s', (key) => {
  const contract: RouteContract = routes[key];

  it('answers deep, wide, long, colliding, cut, doubled, garbled and packed inputs without 5xx', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const random = createRandom(round);
      let { world, token } = await createSigned();
      const { method, url, body: valid } = requestOf(key, world);
      for (const input of hostileInputs(key, contract, valid, random)) {
        const path = input.query ? `${url.split('?')[0]}?${new URLSearchParams(input.query)}` : url;
        const reply = await fetch(`${api.origin}${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, ...input.headers },
          body: new Uint8Array(input.body),
        });
        const text = await reply.text();
        expect(reply.status, `${describeInput(input)}: ${text.slice(0, 300)}`).toBeLessThan(500);
        // A call may have ended the session. A new user may also upload, while the first one has an open import.
        if (reply.status === 401 || contract.upload) ({ world, token } = await createSigned());
      }
      const head = `${method} ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n`;
      await abandon(`${head}Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n{"user":`);
      expect(world.list).toBeGreaterThan(0);
    }
  });
});

it('every uploaded file ends as read or failed, and a job of the worker never ends without a result', async () => {
  const isOpen = { state: { in: ['reading', 'matching'] as ('reading' | 'matching')[] } };
  await expect.poll(() => prisma.userImport.count({ where: isOpen }), { timeout: 200_000 }).toBe(0);
  expect(
    await prisma.outboxMessage.count({ where: { deadAt: { not: null }, kind: { startsWith: 'import' } } }),
  ).toBe(0);
});

it('another member was answered all the time, and the API and the worker grew by less than 300 MB', async () => {
  const { statuses, growth } = await watched.stop();
  expect([...statuses.keys()]).toEqual([200]);
  for (const bytes of growth) expect(bytes).toBeLessThan(GROWTH_MAX);
  expect((await fetch(`${api.origin}/readyz`)).status).toBe(200);
  expect((await fetch(`${worker.origin}/livez`)).status).toBe(200);
});
