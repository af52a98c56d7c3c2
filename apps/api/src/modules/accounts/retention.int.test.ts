import type { User } from '@marquee/prisma';
import { expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createList, createMedium, createOffer, createUser } from '../../../test/factories.ts';

const { deps, prisma } = await startApp();
const { retention } = deps.services;
const medium = await createMedium(prisma);
const offer = await createOffer(prisma, medium);
const yearsAgo = (years: number): Date => {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date;
};

/** Inserts one row of each kind of viewing information, all with the same date. */
async function watch({ id: userId }: User, at: Date): Promise<void> {
  const row = { userId, mediumId: medium.id };
  await prisma.userMediumRating.create({ data: { ...row, rating: 7, createdAt: at, updatedAt: at } });
  await prisma.userMediumSeen.create({ data: { ...row, createdAt: at } });
  await prisma.userEpisode.create({ data: { ...row, season: 1, episode: 1, markedAt: at } });
  await prisma.userMediumHidden.create({ data: { ...row, createdAt: at } });
  await prisma.userInteraction.create({ data: { ...row, providerMediumId: offer.id, createdAt: at } });
  const list = await createList(prisma, { id: userId });
  await prisma.userListMedium.create({
    data: { listId: list.id, mediumId: medium.id, position: 1, createdAt: at },
  });
}

async function countOf({ id: userId }: User): Promise<number[]> {
  const where = { userId };
  return Promise.all([
    prisma.userMediumRating.count({ where }),
    prisma.userMediumSeen.count({ where }),
    prisma.userEpisode.count({ where }),
    prisma.userMediumHidden.count({ where }),
    prisma.userInteraction.count({ where }),
    prisma.userListMedium.count({ where: { list: { ownerId: userId } } }),
  ]);
}

it('deleteViewing deletes viewing information after 10 years; a user with a recent import loses only followed links', async () => {
  const [old, recent, imported] = await Promise.all([1, 2, 3].map(() => createUser(prisma)));
  if (!old || !recent || !imported) throw new Error('expected three users');
  await watch(old, yearsAgo(11));
  await watch(recent, yearsAgo(9));
  await watch(imported, yearsAgo(11));
  await prisma.userImport.createMany({
    data: [
      { userId: imported.id, source: 'imdb', sha256: 'a', bytes: 1, state: 'applied', appliedAt: new Date() },
      { userId: old.id, source: 'imdb', sha256: 'b', bytes: 1, state: 'undone', appliedAt: new Date() },
    ],
  });

  const expected = {
    ratings: 1,
    views: 1,
    episodes: 1,
    'hidden titles': 1,
    'followed links': 2,
    'list entries': 1,
  };
  expect(await retention.deleteViewing({ isDryRun: true })).toEqual(expected);
  expect(await countOf(old)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(await retention.deleteViewing()).toEqual(expected);
  expect(await countOf(old)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await countOf(recent)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(await countOf(imported)).toEqual([1, 1, 1, 1, 0, 1]);
});
