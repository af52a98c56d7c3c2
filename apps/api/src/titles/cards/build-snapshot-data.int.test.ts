import { describe, expect, it } from 'vitest';
import { connectReader } from '#src/data/reader.ts';
import { toCatalogue } from '#src/titles/engine/catalogue-columns.ts';
import { startApp } from '../../../test/app.ts';
import { createMedium } from '../../../test/factories.ts';
import { buildSnapshotData } from './build-snapshot-data.ts';
import { createSnapshotRepository } from './snapshot.repository.ts';

describe('the catalogue for the recommender', () => {
  it('contains countries, runtime and audience level; unknown values are an empty list, 0 and -1', async () => {
    const { prisma, deps } = await startApp();
    const { read, close } = connectReader(deps.env.DATABASE_URL);
    const known = { runtimeMinutes: 97, ageRating: 'PG-13' };
    const both = await createMedium(prisma, { ...known, countries: ['SE', 'US'] });
    const one = await createMedium(prisma, { ...known, countries: ['US'] });
    const none = await createMedium(prisma);

    const data = await buildSnapshotData(createSnapshotRepository(read), '');
    await close();
    const { ids, countries, runtime, ageLevel } = toCatalogue(data, new Int32Array(data.size));

    const factsOf = ({ id }: { id: number }) => {
      const at = ids.indexOf(id);
      const made = countries?.values.slice(countries.offsets[at], countries.offsets[at + 1]) ?? [];
      return { countries: [...made], minutes: runtime?.[at], level: ageLevel?.[at] };
    };
    const [sweden, america] = factsOf(both).countries;
    expect(sweden).not.toBe(america);
    expect(factsOf(both)).toMatchObject({ minutes: 97, level: 2 });
    expect(factsOf(one).countries).toEqual([america]);
    expect(factsOf(none)).toEqual({ countries: [], minutes: 0, level: -1 });
  });

  it('contains what is loved with a title, named by a key of its source or an id of IMDb', async () => {
    const { prisma, deps } = await startApp();
    const { read, close } = connectReader(deps.env.DATABASE_URL);
    const other = await createMedium(prisma);
    const elsewhere = await createMedium(prisma, { source: 'elsewhere' });
    const imdb = 'tt9999990';
    await prisma.mediumId.create({
      data: { scheme: 'imdb', type: 'movie', value: imdb, mediumId: elsewhere.id },
    });
    const names = [imdb, 'unknown', elsewhere.externalId, other.externalId, imdb];
    const title = await createMedium(prisma, { lovedWith: names });

    const { ids, lovedWith } = await buildSnapshotData(createSnapshotRepository(read), '');
    await close();

    const lovedWithOf = (id: number) => {
      const at = ids.indexOf(id);
      return [...lovedWith.values.slice(lovedWith.offsets[at], lovedWith.offsets[at + 1])].map(
        (item) => ids[item],
      );
    };
    expect(lovedWithOf(title.id)).toEqual([elsewhere.id, other.id]);
    expect(lovedWithOf(other.id)).toEqual([]);
  });
});
