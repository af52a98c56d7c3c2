import { expect, it } from 'vitest';
import { startApp } from '../../../../test/app.ts';

const { prisma, deps } = await startApp();
const ring = await prisma.medium.create({
  data: {
    source: 'test',
    type: 'movie',
    externalId: 'tt0120737',
    title: 'The Lord of the Rings: The Fellowship of the Ring',
    releaseYear: 2001,
    names: {
      create: [
        { language: 'pl', title: 'Władca Pierścieni: Drużyna Pierścienia', source: 'test' },
        { language: 'cs', title: 'Pán prstenů: Společenstvo Prstenu', source: 'test' },
        { language: 'sk', title: 'Pán prsteňov: Spoločenstvo Prsteňa', source: 'test' },
      ],
    },
  },
});
const findSimilar = (title: string) => deps.repos.titleLookup.listSimilar([{ at: 3, title }]);

it('a name in another language with a typo suggests its title, with the name and the place of the hint', async () => {
  expect(await findSimilar('Wladca Pierscieni: Druzyna Pierscieniaa')).toMatchObject([
    { at: 3, by: 'similar', mediumId: ring.id, title: 'Władca Pierścieni: Drużyna Pierścienia', year: 2001 },
  ]);
});

it('several names of one title that are similar to the hint suggest it once', async () => {
  const found = await findSimilar('Pan prstenov: Spolocenstvo Prstenu');
  expect(found.map(({ mediumId }) => mediumId)).toEqual([ring.id]);
});

it('an English title with a typo suggests its title, and a strange one suggests nothing', async () => {
  const [found] = await findSimilar('The Lord of the Rings: The Fellowship of teh Ring');
  expect(found?.mediumId).toBe(ring.id);
  expect(await findSimilar('Nobody Filmed This')).toEqual([]);
});
