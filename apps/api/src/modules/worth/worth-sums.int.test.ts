// Figures of Worth it are read beside each other, so each must be the sum that a reader makes of the others.
import type { WorthReply } from '@marquee/contracts';
import type { Medium } from '@marquee/prisma';
import { expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createMedium, createUser, unique } from '../../../test/factories.ts';

const { deps, prisma, as } = await startApp();
const SERVICES = 5;
const TITLES = 40;
const ACCOUNTS = 12;

/** The same numbers from 0 to below `end` in each run. */
function numbers(seed: number): (end: number) => number {
  let state = seed;
  return (end) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * end);
  };
}

const next = numbers(42);
const providers: number[] = [];
for (let at = 0; at < SERVICES; at++) {
  const name = unique('sums');
  const data = { name, slug: name, searchUrlTemplate: 'https://example.com/{title}' };
  providers.push((await prisma.mediumProvider.create({ data })).id);
}
const media: Medium[] = [];
for (let at = 0; at < TITLES; at++) {
  const medium = await createMedium(prisma, { popularity: 100 - at });
  media.push(medium);
  for (const providerId of providers)
    if (next(3) === 0)
      await prisma.providerMedium.create({
        data: { mediumId: medium.id, providerId, url: 'https://example.com/x', source: 'test' },
      });
}
await prisma.providerPrice.createMany({
  data: providers.slice(1).map((providerId) => ({
    providerId,
    country: 'US',
    currency: 'USD',
    plan: 'Basic',
    priceCents: 500 + 100 * next(10),
    listedOn: new Date('2025-01-31'),
    source: 'public list price',
  })),
});
const known = await Promise.all(Array.from({ length: 30 }, () => createMedium(prisma)));
await deps.inMemory.refresh();

/** Creates an account with chosen services, liked titles and some of the titles rated or hidden. */
async function createAccount() {
  const user = await createUser(prisma);
  const chosen = providers.filter(() => next(2) === 0);
  await prisma.userMediumProvider.createMany({
    data: chosen.map((providerId) => ({ userId: user.id, providerId })),
  });
  const gone = media.filter(() => next(5) === 0);
  await prisma.userMediumRating.createMany({
    data: [...known.map(({ id }) => id), ...gone.map(({ id }) => id)].map((mediumId) => ({
      userId: user.id,
      mediumId,
      rating: 10,
    })),
  });
  return { user, chosen, gone: new Set(gone.map(({ id }) => id)) };
}

it('counts each title once everywhere, over generated accounts', async () => {
  for (let account = 0; account < ACCOUNTS; account++) {
    const { user, chosen, gone } = await createAccount();
    const reply: WorthReply = (await as(user).get('/api/v1/worth?budget_in_cents=1500').expect(200)).body;
    const { services, sets, current, within_budget: within, advice } = reply;
    const titlesOf = (ids: readonly number[]): Set<number> =>
      new Set(
        services
          .filter(({ medium_provider: { id } }) => ids.includes(id))
          .flatMap(({ titles }) => titles.map(({ medium_id: id }) => id)),
      );
    expect(services.some(({ likely }) => likely > 0)).toBe(true);
    for (const { likely, only_here, titles } of services) {
      expect(likely).toBe(titles.length);
      expect(only_here).toBe(titles.filter(({ only_here: isOnly }) => isOnly).length);
      expect(titles.some(({ medium_id: id }) => gone.has(id))).toBe(false);
    }
    for (const set of [...sets, current, ...(within ? [within] : [])]) {
      expect(set.likely).toBe(titlesOf(set.medium_provider_ids).size);
      const known = services.filter(({ medium_provider: { id } }) => set.medium_provider_ids.includes(id));
      expect(set.monthly_in_cents).toBe(
        known.reduce((sum, { price_in_cents: cents }) => sum + (cents ?? 0), 0),
      );
    }
    expect(new Set(current.medium_provider_ids)).toEqual(new Set(chosen));
    // What is only on one of the own services, and what is on several of them, is all that they hold.
    const own = services.filter(({ selected }) => selected);
    const shared = new Set(
      own.flatMap(({ titles }) => titles.flatMap(({ medium_id: id, only_here }) => (only_here ? [] : [id]))),
    );
    const alone = own.reduce((sum, { only_here }) => sum + only_here, 0);
    expect(alone + shared.size).toBe(current.likely);
    const missed = /you would miss (nothing|\d+)/.exec(advice ?? '')?.[1];
    const gained = /^(.+) instead of (.+): (\d+) more/.exec(advice ?? '');
    if (gained) {
      const [, to, from, more] = gained;
      const exchanged = services.filter(({ medium_provider: { name }, selected }) =>
        selected ? name !== from : name === to,
      );
      const titles = titlesOf(exchanged.map(({ medium_provider: { id } }) => id));
      expect(titles.size - current.likely).toBe(Number(more));
    }
    if (missed !== undefined)
      expect(own.map(({ only_here }) => only_here)).toContain(missed === 'nothing' ? 0 : Number(missed));
  }
});
