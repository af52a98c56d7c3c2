import { LONG_AGO } from '@marquee/contracts';
import { beforeAll, expect, it } from 'vitest';
import { startApp } from '../../test/app.ts';
import { createMedium, createUser, unique } from '../../test/factories.ts';
import { createRandom } from '../../test/random.ts';
import { NEWS_DAYS } from './offer-rules.ts';
import { OWN_OFFERS } from './own-offers.repository.ts';
import { ownOffers } from './pages/timely-rows.ts';
import type { Taste } from './users/taste.ts';

const DAY_MS = 86_400_000;
const KINDS = ['subscription', 'free', 'add_on', 'rent', 'buy'] as const;
const now = Date.now();
const today = Math.floor(now / DAY_MS);

const { prisma, deps } = await startApp();
const user = await createUser(prisma, { country: 'US' });

/** Invents offers of three providers, of which the user has chosen two. */
beforeAll(async () => {
  const random = createRandom(24);
  const providers = await prisma.mediumProvider.createManyAndReturn({
    data: [0, 1, 2].map(() => {
      const name = unique('service');
      return { name, slug: name, searchUrlTemplate: 'https://example.com/{title}' };
    }),
  });
  for (const { id: providerId } of providers.slice(0, 2))
    await prisma.userMediumProvider.create({ data: { userId: user.id, providerId } });
  for (let n = 0; n < 60; n++) {
    const { id: mediumId } = await createMedium(prisma);
    for (const [at, { id: providerId }] of providers.entries()) {
      // The first service has a newer list, the second hardly a newer offer.
      const isOld = at === 0 ? random.below(3) === 0 : random.below(40) > 0;
      const offer = await prisma.providerMedium.create({
        data: {
          mediumId,
          providerId,
          country: random.below(5) === 0 ? 'GB' : 'US',
          kind: KINDS[random.below(KINDS.length)] ?? 'free',
          url: 'https://example.com/watch',
          source: 'test',
          // The first day is early, so that it differs which kinds start the stock of a provider.
          checkedAt: isOld ? new Date(Date.parse(LONG_AGO) - DAY_MS) : new Date(),
          firstSeenAt: new Date(now - random.below(72) * (DAY_MS / 24) - DAY_MS),
          leavingOn: random.below(3) === 0 ? null : new Date((today - 3 + random.below(25)) * DAY_MS),
          delistedAt: random.below(8) === 0 ? new Date() : null,
        },
      });
      if (random.below(8) === 0)
        await prisma.userWrongOffer.create({ data: { userId: user.id, providerMediumId: offer.id } });
    }
  }
  await deps.inMemory.refresh();
});

async function getTaste(): Promise<Taste> {
  const taste = await deps.inMemory.users.findTaste(user.id);
  if (!taste) throw new Error('the user has no taste');
  return taste;
}

const sorted = (ids: Iterable<number>): number[] => [...ids].toSorted((a, b) => a - b);

it('a mail, the news and the rows agree on which generated offers of a user leave soon', async () => {
  const taste = await getTaste();
  const { leaving } = taste.market;
  const inMemory = ownOffers(taste, leaving, today, today + NEWS_DAYS.leaving);
  const rows = await prisma.$queryRaw<{ id: number }[]>`
    SELECT o.id FROM users u ${OWN_OFFERS}
     WHERE u.id = ${user.id} AND o.leaving_on BETWEEN current_date AND current_date + ${NEWS_DAYS.leaving}::int`;
  expect(rows.length).toBeGreaterThan(5);
  expect(sorted(inMemory.map((at) => leaving.ids[at] ?? 0))).toEqual(sorted(rows.map(({ id }) => id)));
});
