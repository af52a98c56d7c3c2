// Sends generated inputs to every call that takes a body or a file, while another member calls and the memory of
// the process is watched. `npm run test:long` sends all of them, with ten seeds; otherwise each call gets one input of
// each kind. The times are measured by `pnpm lab abuse`.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RouteContract, routes } from '@marquee/contracts';
import { startStripeEmulator } from '@marquee/stripe-emulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '#src/data/database.ts';
import { freshDatabaseUrl } from './database.ts';
import { createUser } from './factories.ts';
import { createCaller, type HostileInput, hostileInputs, waysIn } from './hostile-inputs.ts';
import { requestOf } from './matrix.ts';
import { type Product, startProduct } from './product.ts';
import { createRandom, type Random } from './random.ts';
import { testSecrets } from './secrets.ts';
import { longRun } from './settings.ts';

/** Each seed puts the hostile values into other fields. */
const SEEDS = longRun ? Array.from({ length: 10 }, (_, at) => at + 1) : [1];
const GROWTH_MAX_MB = 300;
/** Between two calls of the member, while inputs are sent and while only the slow requests are left. */
const PAUSE_MS = { busy: 50, calm: 500 };
/** The ten seeds upload 180 files, of which two are read at a time. */
const LIMIT = { timeout: longRun ? 3_600_000 : 900_000 };

const databaseUrl = await freshDatabaseUrl();
const prisma = connectDatabase(databaseUrl, 4);
let emulator: Awaited<ReturnType<typeof startStripeEmulator>>;
let product: Product;
/** Begun first, because they last. */
let slow: Record<'head' | 'body', Promise<void>>;
let watched: ReturnType<typeof watch>;
let caller: Awaited<ReturnType<typeof createSigned>>;

/** Lets a member call and looks at the memory of the process, until `stop`. */
function watch(token: string, before: number) {
  const statuses = new Set<number>();
  let growth = 0;
  let pauseMs = PAUSE_MS.busy;
  let isOn = true;
  const run = async (): Promise<void> => {
    for (; isOn; await sleep(pauseMs)) {
      const headers = { authorization: `Bearer ${token}` };
      const reply = await fetch(`${product.origin}/api/v1/user_preferences`, { headers });
      await reply.text();
      statuses.add(reply.status);
      growth = Math.max(growth, (await product.memoryMb()) - before);
    }
  };
  const running = run();
  return {
    calm() {
      pauseMs = PAUSE_MS.calm;
    },
    async stop() {
      isOn = false;
      await running;
      return { statuses: [...statuses], growth };
    },
  };
}

async function createSigned() {
  const { user, world } = await createCaller(prisma);
  return { world, token: await product.signIn(user) };
}

/** Sends the start of a request and closes the connection in the middle of its body. */
const abandon = (start: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(product.origin).port), '127.0.0.1', () => {
      socket.write(start, () => {
        socket.destroy();
        resolve();
      });
    });
    socket.once('error', reject);
  });

/** Sends a request byte by byte, one a second, until the server closes the connection. */
async function dribble(start: string): Promise<void> {
  const socket = connect(Number(new URL(product.origin).port), '127.0.0.1');
  socket.write(start);
  const timer = setInterval(() => socket.write('a'), 1_000);
  // The server may answer 408, and may reset a connection that still sends.
  socket.resume().on('error', () => undefined);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
}

/** Returns one input of each kind. */
function pickKinds(inputs: readonly HostileInput[], random: Random): HostileInput[] {
  const kinds = new Set(inputs.map(({ kind }) => kind));
  return [...kinds].map((kind) => random.pick(inputs.filter((input) => input.kind === kind)));
}

const describeInput = ({ kind, body, query }: HostileInput): string =>
  `${kind}, ${body.length} bytes${query ? `, ${JSON.stringify(query)}` : ''}`;

beforeAll(async () => {
  emulator = await startStripeEmulator({ port: 0, secretKey: testSecrets.STRIPE_SECRET_KEY });
  product = await startProduct(databaseUrl, {
    STRIPE_API_BASE: emulator.origin,
    // One address sends more calls than a client may.
    RATE_LIMIT: 'off',
  });
  caller = await createSigned();
  slow = {
    head: dribble('POST /users/sign_in HTTP/1.1\r\nHost: x\r\nX-Slow: '),
    body: dribble(
      'POST /users/sign_in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
    ),
  };
  watched = watch(await product.signIn(await createUser(prisma)), await product.memoryMb());
});

afterAll(async () => {
  product.kill();
  await emulator.close();
  await prisma.$disconnect();
});

describe.each(waysIn)('%s', (key) => {
  const contract: RouteContract = routes[key];

  it('answers deep, wide, long, colliding, cut, doubled, garbled and packed inputs without 5xx', async () => {
    for (const seed of SEEDS) {
      const random = createRandom(seed);
      const inputs = hostileInputs(key, contract, requestOf(key, caller.world).body, random);
      for (const input of longRun ? inputs : pickKinds(inputs, random)) {
        const { method, url } = requestOf(key, caller.world);
        const path = input.query ? `${url.split('?')[0]}?${new URLSearchParams(input.query)}` : url;
        const reply = await fetch(`${product.origin}${path}`, {
          method,
          headers: { authorization: `Bearer ${caller.token}`, ...input.headers },
          body: new Uint8Array(input.body),
        });
        const text = await reply.text();
        expect(reply.status, `${describeInput(input)}: ${text.slice(0, 300)}`).toBeLessThan(500);
        // A call may have ended the session. A new user may also upload, while the first one has an open import.
        if (reply.status === 401 || contract.upload) caller = await createSigned();
      }
      const { method, url } = requestOf(key, caller.world);
      const head = `${method} ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${caller.token}\r\n`;
      await abandon(`${head}Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n{"user":`);
    }
  });
});

it(
  'every uploaded file ends as read or failed, and none of them makes its job a dead letter',
  LIMIT,
  async () => {
    const isOpen = { state: { in: ['reading', 'matching'] as ('reading' | 'matching')[] } };
    await expect.poll(() => prisma.userImport.count({ where: isOpen }), LIMIT).toBe(0);
    expect(await prisma.userImport.count()).toBeGreaterThan(0);
    expect(await prisma.outboxMessage.count({ where: { kind: 'import_work', deadAt: { not: null } } })).toBe(
      0,
    );
  },
);

it('the server ends a request whose head or body comes a byte a second', async () => {
  watched.calm();
  await Promise.all([slow.head, slow.body]);
});

it('another member was answered all the time, and the process grew by less than 300 MB', async () => {
  const { statuses, growth } = await watched.stop();
  expect(statuses).toEqual([200]);
  expect(growth).toBeLessThan(GROWTH_MAX_MB);
  expect((await fetch(`${product.origin}/readyz`)).status).toBe(200);
});
