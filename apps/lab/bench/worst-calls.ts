// Measures every GET of the contract with the worst parameters that its schema allows, in multiples of a usual page of cards.

import { threadMs } from '@marquee/api/src/core/processor-time.ts';
import { createCaller } from '@marquee/api/test/hostile-inputs.ts';
import type { World } from '@marquee/api/test/matrix.ts';
import { createRandom } from '@marquee/api/test/random.ts';
import { worstAddresses } from '@marquee/api/test/worst-queries.ts';
import { type RouteKey, routes } from '@marquee/contracts';
import type { PrismaClient } from '@marquee/prisma';
import type { FastifyInstance } from 'fastify';

/**
 * The most usual pages that a call may cost. It is more than the five of a call that should have a lane of its own, because the
 * pages that rank the whole catalogue do so in the thread that holds it.
 */
export const MULTIPLE_MAX = 20;

const USUAL = '/api/v2/media?view=card';
const RATINGS = 300;
const LISTED = 500;
const TRIES = 4;
const WARM_UP = 50;
/**
 * Calls that stream until the client leaves, those for operators, who harm themselves, invoices, which are read from Stripe, and
 * the export, of which a user has five an hour and which rests between its chunks.
 */
const LEFT_OUT = new Set<RouteKey>([
  'GET /api/v1/rounds/{code}/events',
  'GET /metrics',
  'GET /catalogue_status',
  'GET /api/v1/plans/invoices',
  'GET /api/v1/user/export',
]);

const isKey = (key: string): key is RouteKey => key in routes;
const reads = Object.keys(routes)
  .filter(isKey)
  .filter((key) => key.startsWith('GET ') && !LEFT_OUT.has(key));

/** Creates a member who has much: ratings, a long list and a round. */
async function createWorld(prisma: PrismaClient): Promise<{ userId: number; world: World }> {
  const { user, world } = await createCaller(prisma);
  await prisma.$executeRaw`
    INSERT INTO user_medium_ratings (user_id, medium_id, rating)
    SELECT ${user.id}, id, id % 11 FROM media WHERE delisted_at IS NULL ORDER BY popularity DESC LIMIT ${RATINGS}`;
  await prisma.$executeRaw`
    INSERT INTO user_list_media (list_id, medium_id, position)
    SELECT ${world.list}, id, 10 + row_number() OVER (ORDER BY popularity DESC)
      FROM (SELECT * FROM media WHERE delisted_at IS NULL ORDER BY popularity DESC OFFSET ${RATINGS} LIMIT ${LISTED}) AS listed`;
  const famous = await prisma.medium.findFirstOrThrow({
    orderBy: { popularity: 'desc' },
    select: { id: true },
  });
  return { userId: user.id, world: { ...world, medium: famous.id } };
}

interface Measured {
  /** Returns the processor time of a usual page in milliseconds, as the app measured it at its start. */
  pageMs: () => number;
  inMemory: { refresh: () => Promise<void> };
}

export interface MeasuredCall {
  key: RouteKey;
  url: string;
  ms: number;
  /** The time as a multiple of a usual page's. */
  pages: number;
}

/** Returns the worst address of each GET, the worst call first, in an app without limits. */
export async function measureWorstCalls(
  app: FastifyInstance,
  prisma: PrismaClient,
  { pageMs, inMemory }: Measured,
): Promise<MeasuredCall[]> {
  const usual = pageMs();
  const { userId, world } = await createWorld(prisma);
  // The world has a new title. Its snapshot would else be taken into use, and the taste computed again, during a call.
  await inMemory.refresh();
  const token = app.issueToken(userId, 0);
  const random = createRandom(1);

  /** Returns the processor time of a call, as the mean of several, because the system counts it in steps of milliseconds. */
  async function meanOf(url: string, calls: number): Promise<number> {
    const before = threadMs();
    for (let call = 0; call < calls; call++)
      await app.inject({ url, headers: { authorization: `Bearer ${token}`, accept: 'application/json' } });
    return (threadMs() - before) / calls;
  }

  await meanOf(USUAL, WARM_UP);
  const measured: MeasuredCall[] = [];
  for (const key of reads) {
    let worst: MeasuredCall | undefined;
    for (const url of worstAddresses(key, world, random)) {
      // The first call may load what the others find, such as a taste.
      await meanOf(url, 1);
      const ms = await meanOf(url, TRIES);
      if (worst === undefined || ms > worst.ms) worst = { key, url, ms, pages: ms / usual };
    }
    if (worst) measured.push(worst);
  }
  return measured.toSorted((a, b) => b.ms - a.ms);
}
