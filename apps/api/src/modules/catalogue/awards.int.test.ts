import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createMedium, createUser, unique } from '../../../test/factories.ts';
import { importAwards } from './awards.service.ts';

const app = await startApp();
const HEADER = 'key\tevent\tyear\tprize\tcategory\tresult';
async function* linesOf(...lines: string[]) {
  yield* lines;
}
const run = (...lines: string[]) => importAwards(app.prisma, linesOf(HEADER, ...lines));

afterAll(() => app.prisma.medium.updateMany({ data: { awards: [] } }));

describe('the awards of a file', () => {
  it('are those of its titles by their ids of IMDb, and the full view has the ten foremost', async () => {
    const medium = await createMedium(app.prisma);
    const imdb = `tt${String(80_000_000 + medium.id)}`;
    await app.prisma.mediumId.create({
      data: { mediumId: medium.id, scheme: 'imdb', type: medium.type, value: imdb },
    });
    const lines = [
      ...Array.from(
        { length: 12 },
        (_, at) => `${imdb}\tbafta\t2020\tbafta film award\tbest ${at}\tnominated`,
      ),
      `${imdb}\toscar\t2020\toscar\tbest achievement in directing\tnominated`,
      `${imdb}\toscar\t2020\toscar\tbest motion picture of the year\twon`,
      `${imdb}\tcannes\t2019\tpalme d'or\tpalme d'or\twon`,
      `tt99999999\toscar\t2020\toscar\tbest picture\twon`,
    ];
    expect(await run(...lines)).toEqual({ changed: 1, badLines: [] });
    // A second run writes nothing.
    expect(await run(...lines)).toEqual({ changed: 0, badLines: [] });
    await app.deps.inMemory.refresh();
    const user = await createUser(app.prisma);
    const { body } = await app.as(user).get(`/api/v1/media/${medium.id}`).expect(200);
    expect(body.medium.awards).toHaveLength(10);
    expect(body.medium.awards.slice(0, 3)).toEqual([
      { event: 'cannes', year: 2019, prize: "palme d'or", category: "palme d'or", result: 'won' },
      {
        event: 'oscar',
        year: 2020,
        prize: 'oscar',
        category: 'best motion picture of the year',
        result: 'won',
      },
      {
        event: 'oscar',
        year: 2020,
        prize: 'oscar',
        category: 'best achievement in directing',
        result: 'nominated',
      },
    ]);
    // A title that the file does not name any more has none.
    expect(await run()).toEqual({ changed: 1, badLines: [] });
  });

  it('are read around lines that are none, which are named', async () => {
    const bad = [
      `${unique('x')}\toscar\t2020\toscar\tbest\twon`,
      'tt1234567\toscar\tlast year\toscar\tbest\twon',
      'a',
    ];
    expect(await run(...bad)).toEqual({ changed: 0, badLines: [2, 3, 4] });
    await expect(importAwards(app.prisma, linesOf('key\tevent'))).rejects.toThrow(
      'The file lacks the columns year, prize, category, result.',
    );
  });
});
