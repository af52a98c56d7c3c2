import type { PrismaClient } from '@marquee/prisma';
import { importCatalogue } from '#src/modules/catalogue/feed/import.service.ts';

/** Imports invented movies of one provider, for tests that train models. The demo catalogue is ten times larger. */
export async function importFilms(prisma: PrismaClient, count = 600): Promise<void> {
  const films = Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      key: `film-${at}`,
      type: 'movie',
      title: `Film number ${at}`,
      release_year: 1980 + (at % 40),
      genres: [at % 3 === 0 ? 'Drama' : 'Comedy'],
      directors: [`Director ${at % 25}`],
      services: ['Netflix'],
      votes: 1_000 + at,
    }),
  );
  await importCatalogue(prisma, films, { source: 'films' });
}
