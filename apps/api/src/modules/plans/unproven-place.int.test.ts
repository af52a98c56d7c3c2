import { expect, it } from 'vitest';
import { startBilling } from '../../../test/billing.ts';

const { prisma, join, choose } = await startBilling({ EARLY_ADOPTER_PLACES: 1 }, { jobs: false });

it('the free plan needs a proven address, and a refused user takes no place', async () => {
  const user = await join({ emailVerifiedAt: null });
  const { status, body } = await choose(user, 'free_for_life');
  expect([status, body.error]).toEqual([422, 'not_permitted']);
  expect(body.message).toMatch(/^Please confirm your email address first/);
  expect(await prisma.planPlace.count()).toBe(0);
  await prisma.user.update({ where: { id: user.id }, data: { emailVerifiedAt: new Date() } });
  expect(await choose(user, 'free_for_life')).toMatchObject({ status: 200 });
});
