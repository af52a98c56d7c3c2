import { setTimeout as sleep } from 'node:timers/promises';
import type { Prisma } from '@marquee/prisma';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { testDatabaseUrl } from '../../../test/database.ts';
import { createMedium, createUser } from '../../../test/factories.ts';
import { startTcpProxy } from '../../../test/tcp-proxy.ts';

type App = Awaited<ReturnType<typeof startApp>>;
type User = Awaited<ReturnType<typeof createUser>>;

/** Two processes on one database. `there` connects through a proxy that can fail. */
let here: App;
let there: App;
let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
let medium: { id: number };
/** What only the listener of a process sends to PostgreSQL. */
const LISTENER = 'LISTEN "marquee_user"';

beforeAll(async () => {
  const url = new URL(await testDatabaseUrl());
  proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  here = await startApp();
  medium = await createMedium(here.prisma);
  url.port = String(proxy.port);
  there = await startApp({ DATABASE_URL: url.href });
  await here.deps.inMemory.refresh();
});
afterAll(() => proxy.close());

const ratingOf = async (app: App, user: User): Promise<number | null> =>
  (await app.as(user).get(`/api/v1/media/${medium.id}`).expect(200)).body.medium.rating;

const rate = (app: App, user: User, rating: number) =>
  app
    .as(user)
    .post(`/api/v1/media/${medium.id}/user_medium_ratings`)
    .send({ user_medium_rating: { rating } });

/** The status of a call in each process. */
const statusesOf = (user: User) =>
  Promise.all([here, there].map(async (app) => (await app.as(user).get('/api/v1/user')).status));

/** Waits until both processes know of all changes: notifications arrive in their order, so a later one proves it. */
async function receiveAll(): Promise<void> {
  const last = await createUser(here.prisma);
  expect(await statusesOf(last)).toEqual([200, 200]);
  await here.prisma.user.update({ where: { id: last.id }, data: { tokenVersion: { increment: 1 } } });
  await expect.poll(() => statusesOf(last)).toEqual([401, 401]);
}

describe('a write in one process', () => {
  it('appears in the next reply of the same process', async () => {
    const user = await createUser(here.prisma);
    expect(await ratingOf(here, user)).toBeNull();
    for (const rating of [7, 3, 10, 0]) {
      await rate(here, user, rating);
      expect(await ratingOf(here, user)).toBe(rating);
    }
  });

  it('appears in the other process: rating, hide, list entry, provider or raised version of tokens', async () => {
    const user = await createUser(here.prisma);
    expect(await ratingOf(there, user)).toBeNull();
    await rate(here, user, 9);
    await expect.poll(() => ratingOf(there, user)).toBe(9);

    await here.as(user).post(`/api/v1/media/${medium.id}/user_medium_hiddens`).expect(200);
    const seen = async () => (await there.as(user).get(`/api/v1/media/${medium.id}`)).body.medium;
    await expect.poll(async () => (await seen()).hidden).toBe(true);

    await here
      .as(user)
      .post('/api/v1/user_lists/0/user_list_media')
      .send({ user_list_medium: { medium_id: medium.id }, to_watch_later: true })
      .expect(201);
    await expect.poll(async () => (await seen()).has_list).toBe(true);

    const { id: providerId } = await here.prisma.mediumProvider.create({
      data: { name: 'One', slug: 'one', searchUrlTemplate: 'https://example.com/{title}' },
    });
    await here.prisma.providerMedium.create({
      data: { mediumId: medium.id, providerId, url: 'https://example.com/x', source: 'test' },
    });
    await there.deps.inMemory.refresh();
    await here
      .as(user)
      .post('/api/v1/user_medium_providers/update_all')
      .send({ medium_providers_ids: [providerId] })
      .expect(200);
    await expect
      .poll(async () => (await seen()).provider_medium.map(({ selected }: { selected: boolean }) => selected))
      .toEqual([true]);

    await here.prisma.user.update({ where: { id: user.id }, data: { tokenVersion: { increment: 1 } } });
    await expect.poll(async () => (await there.as(user).get('/api/v1/user')).status).toBe(401);
    await expect.poll(async () => (await here.as(user).get('/api/v1/user')).status).toBe(401);
  });

  it('ends a session in the other process, and leaves the other sessions of the user', async () => {
    const user = await createUser(here.prisma);
    const other = here.tokenOf(user);
    const statusOf = async (token: string) =>
      (await there.visitor.get('/api/v1/user').set('authorization', `Bearer ${token}`)).status;
    const own = here.tokenOf(user);
    expect([await statusOf(own), await statusOf(other)]).toEqual([200, 200]);
    await here.visitor.post('/users/sign_out').set('authorization', `Bearer ${own}`).expect(204);
    await expect.poll(() => statusOf(own)).toBe(401);
    expect(await statusOf(other)).toBe(200);
  });

  it('appears in every process when so many users change that none is named', async () => {
    const user = await createUser(here.prisma);
    await receiveAll();
    expect(await statusesOf(user)).toEqual([200, 200]);
    // Without triggers, as one statement of more than 10,000 users would be too slow here.
    await here.prisma.$transaction([
      here.prisma.$executeRaw`ALTER TABLE users DISABLE TRIGGER USER`,
      here.prisma.$executeRaw`UPDATE users SET token_version = 1 WHERE id = ${user.id}`,
      here.prisma.$executeRaw`ALTER TABLE users ENABLE TRIGGER USER`,
    ]);
    expect(await statusesOf(user)).toEqual([200, 200]);
    await here.prisma.$executeRaw`SELECT pg_notify('marquee_access', '*')`;
    // Waits for both, so that the next test does not meet a late notification.
    await expect.poll(() => statusesOf(user)).toEqual([401, 401]);
  });

  it('leaves the access of the user in memory, so that the next page reads only the taste', async () => {
    const user = await createUser(here.prisma);
    // An access that was read while its user was being created is not kept.
    await receiveAll();
    expect([await ratingOf(here, user), await ratingOf(there, user)]).toEqual([null, null]);
    const reads = [here, there].map(({ deps }) => vi.spyOn(deps.repos.access, 'findAccess'));
    await rate(here, user, 8);
    expect(await ratingOf(here, user)).toBe(8);
    await expect.poll(() => ratingOf(there, user)).toBe(8);
    for (const read of reads) expect(read).not.toHaveBeenCalledWith(user.id);
    vi.restoreAllMocks();
  });

  it('changes access in the other process when it ends a trial or changes a plan', async () => {
    const user = await createUser(here.prisma);
    const status = async () => (await there.as(user).get('/api/v2/media')).status;
    expect(await status()).toBe(200);
    const turn = (data: Prisma.UserUncheckedUpdateInput) =>
      here.prisma.user.update({ where: { id: user.id }, data });
    const yesterday = new Date(Date.now() - 86_400_000);
    await turn({ trialEndsAt: yesterday });
    await expect.poll(status).toBe(402);
    const { id: planId } = await here.prisma.plan.create({
      data: { planId: 'tried', name: 'Tried', description: 'By a test' },
    });
    const { id: pricingId } = await here.prisma.pricing.create({
      data: { priceId: 'tried_month', planId, priceInCents: 499, interval: 'month', isRecurring: true },
    });
    await turn({
      planId,
      pricingId,
      subscriptionProcessor: 'stripe',
      subscriptionStatus: 'active',
      currentPeriodEnd: yesterday,
    });
    await expect.poll(status).toBe(200);
    // Make the plan a pass. The end date of the pass is in the past, so the pass gives no access.
    await here.prisma.pricing.update({
      where: { id: pricingId },
      data: { isRecurring: false, interval: null },
    });
    await expect.poll(status).toBe(402);
  });

  it('appears in the next reply of a process that lost its listener connection', async () => {
    const [user, signedOut] = [await createUser(here.prisma), await createUser(here.prisma)];
    expect([await ratingOf(there, user), await ratingOf(there, signedOut)]).toEqual([null, null]);
    proxy.cut(LISTENER);
    await expect.poll(() => there.deps.inMemory.stats().users.tastes).toBe(0);
    // Both are asked for once, because the listener may be back after the first reply.
    await here.prisma.user.update({ where: { id: signedOut.id }, data: { tokenVersion: { increment: 1 } } });
    expect((await there.as(signedOut).get('/api/v1/user')).status).toBe(401);
    await rate(here, user, 5);
    expect(await ratingOf(there, user)).toBe(5);
  });

  it('appears in a process whose listener connection receives nothing', async () => {
    const user = await createUser(here.prisma);
    const silent = await startTcpProxy({ host: '127.0.0.1', port: proxy.port });
    const url = new URL(await testDatabaseUrl());
    url.port = String(silent.port);
    const deaf = await startApp({ DATABASE_URL: url.href });
    expect(await ratingOf(deaf, user)).toBeNull();
    silent.silence(LISTENER);
    await rate(here, user, 6);
    await expect.poll(() => ratingOf(deaf, user)).toBe(6);
    await deaf.deps.close();
    await silent.close();
  });

  it('appears in a process after its listener has reconnected', async () => {
    const user = await createUser(here.prisma);
    await sleep(500);
    // The new snapshot that follows a reconnection drops all tastes once more.
    await expect
      .poll(async () => [await ratingOf(there, user), there.deps.inMemory.stats().users.tastes > 0])
      .toEqual([null, true]);
    await rate(here, user, 4);
    await expect.poll(() => ratingOf(there, user)).toBe(4);
  });
});

describe('an import', () => {
  it('appears in the snapshot of every process', async () => {
    const user = await createUser(here.prisma);
    const added = await createMedium(here.prisma, { title: 'Hot Off The Press' });
    for (const app of [here, there]) {
      await expect.poll(async () => (await app.as(user).get(`/api/v1/media/${added.id}`)).status).toBe(200);
    }
  });
});

describe('without the database', () => {
  it('a call returns 503 with Retry-After, and succeeds when the database is back', async () => {
    const user = await createUser(here.prisma);
    proxy.refuse(true);
    const reply = await there.as(user).get('/api/v1/user');
    expect(reply.status).toBe(503);
    expect(reply.body.error).toBe('unavailable');
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    proxy.refuse(false);
    await expect.poll(async () => (await there.as(user).get('/api/v1/user')).status).toBe(200);
  });
});
