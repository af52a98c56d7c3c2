import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '#src/data/database.ts';
import { childEnv } from '#src/env.ts';
import { testDatabaseUrl } from '../../test/database.ts';
import { importFilms } from '../../test/films.ts';
import { createRandom } from '../../test/random.ts';

const url = await testDatabaseUrl();
const prisma = connectDatabase(url, 3);
const folder = mkdtempSync(join(tmpdir(), 'marquee-learn-'));

/** Runs `pnpm marquee recommender` with these arguments. The standard input of the command is not a terminal. */
const recommender = (...args: string[]) =>
  new Promise<{ code: unknown; out: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, '../marquee.ts'), 'recommender', ...args],
      { env: childEnv({ DATABASE_URL: url }) },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, out: stdout + stderr }),
    );
    child.stdin?.end();
  });

/** Writes the ratings of two groups of users. Each group likes one half of the titles, independent of the genre. */
beforeAll(async () => {
  await importFilms(prisma);
  const media = await prisma.medium.findMany({
    orderBy: { popularity: 'desc' },
    take: 80,
    select: { title: true, releaseYear: true },
  });
  const random = createRandom(3);
  const lines = ['userId,movieId,rating,timestamp'];
  for (let person = 1; person <= 40; person++) {
    const rated = new Set<number>();
    while (rated.size < 20) rated.add(random.below(media.length));
    for (const at of rated) lines.push(`${person},${at + 1},${(at + person) % 2 === 0 ? '4.5' : '1'},0`);
  }
  lines.push('1,9999,3,0');
  writeFileSync(join(folder, 'ratings.csv'), `${lines.join('\n')}\n`);
  const titles = media.map(
    ({ title, releaseYear }, at) => `${at + 1},"${title.replaceAll('"', '""')} (${releaseYear})",Drama`,
  );
  writeFileSync(
    join(folder, 'movies.csv'),
    `movieId,title,genres\n${titles.join('\n')}\n9999,Not There (1900),Drama\n`,
  );
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await prisma.$disconnect();
});

const file = (name: string): string => join(folder, name);

describe('`pnpm marquee recommender learn`', () => {
  it('fails and names --licence when no license is given', async () => {
    const { code, out } = await recommender('learn', file('ratings.csv'));
    expect(code).toBe(2);
    expect(out).toContain('--licence');
  });

  it('reports a missing file, and a file without ratings', async () => {
    const missing = await recommender('learn', file('none.csv'), '--licence', 'ours');
    expect(missing).toMatchObject({ code: 1 });
    expect(missing.out).toContain('none.csv cannot be read: ENOENT');
    const wrong = await recommender('learn', file('movies.csv'), '--licence', 'ours');
    expect(wrong.out).toContain('userId,movieId,rating');
  });

  it('puts a base model in use, and stores its source and license', async () => {
    const learned = await recommender('learn', file('ratings.csv'), '--licence', 'written by ourselves');
    expect(learned.out).toContain('800 of 801 ratings');
    expect(learned.out).toContain('80 of 81 titles matched');
    expect(learned.code, learned.out).toBe(0);
    const active = await prisma.recommenderModel.findFirst({ where: { status: 'active' } });
    expect(active?.metadata).toHaveProperty('source', {
      file: 'ratings.csv',
      licence: 'written by ourselves',
    });
    expect((await recommender('models')).out).toMatch(
      /base 1 .* active .* learned from ratings.csv, licence: written by ourselves/,
    );
  });
});
