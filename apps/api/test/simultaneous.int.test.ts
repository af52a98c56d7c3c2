import { LIMITS } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import { startApp } from './app.ts';
import { testRedisUrl } from './database.ts';
import { createList, createMedium, createUser, unique } from './factories.ts';

const redisUrl = testRedisUrl();

/** Sends calls at once, and returns how many replies have each status. */
async function countStatuses(
  count: number,
  send: () => PromiseLike<{ status: number }>,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(Array.from({ length: count }, send)))
    counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

// Skipped without Redis (CONTRIBUTING.md, "PostgreSQL and Redis in tests").
describe.each([
  { counters: 'its memory', overrides: {}, skip: false },
  { counters: 'Redis', overrides: { REDIS_URL: redisUrl }, skip: redisUrl === null },
])('calls that arrive together at an API that counts in $counters', ({ overrides, skip }) => {
  const started = skip ? null : startApp({ RATE_LIMIT: 'on', ...overrides });

  it.skipIf(skip)(
    'twenty requests for a confirmation link send as many mails as the limit allows',
    async () => {
      const app = await started;
      if (!app) return;
      const user = await createUser(app.prisma, { emailVerifiedAt: null });
      const { max } = LIMITS.mails;
      const counts = await countStatuses(20, () => app.as(user).post('/api/v1/users/resend_confirmation'));
      expect(counts).toEqual({ 200: max, 429: 20 - max });
      const mails = { userId: user.id, kind: 'confirm_email' };
      expect(await app.prisma.outboxMessage.count({ where: mails })).toBe(max);
    },
  );

  it.skipIf(skip)(
    'twenty invitations of an unproven sender succeed up to the limit of the sender',
    async () => {
      const app = await started;
      if (!app) return;
      const user = await createUser(app.prisma, { emailVerifiedAt: null });
      const list = await createList(app.prisma, user);
      const { unproven } = LIMITS.invitations;
      const counts = await countStatuses(20, () =>
        app
          .as(user)
          .post(`/api/v1/user_lists/${list.id}/share`)
          .send({ user_list: { share_items: [{ email: `${unique('friend')}@example.com` }] } }),
      );
      expect(counts).toEqual({ 200: unproven, 429: 20 - unproven });
      expect(await app.prisma.userListShare.count({ where: { listId: list.id } })).toBe(unproven);
    },
  );

  it.skipIf(skip)('fifty hides of one title succeed', async () => {
    const app = await started;
    if (!app) return;
    const user = await createUser(app.prisma);
    const medium = await createMedium(app.prisma);
    await app.deps.inMemory.refresh();
    const path = `/api/v1/media/${medium.id}/user_medium_hiddens`;
    expect(await countStatuses(50, () => app.as(user).post(path))).toEqual({ 200: 50 });
    expect(await countStatuses(50, () => app.as(user).post(`${path}/remove`))).toEqual({ 200: 50 });
  });
});
