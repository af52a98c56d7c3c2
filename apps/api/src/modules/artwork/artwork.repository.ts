import type { Db } from '#src/data/database.ts';
import type { ArtFacts } from './artwork.routes.ts';

/** Reads the facts that images are drawn from. */
export const createArtRepository = (db: Db): ArtFacts => ({
  async findTitle(id) {
    const row = await db.medium.findUnique({
      where: { id },
      select: {
        title: true,
        type: true,
        releaseYear: true,
        mergedInto: true,
        genres: {
          select: { genre: { select: { title: true } } },
          orderBy: [{ position: 'asc' }, { genreId: 'asc' }],
        },
        credits: {
          where: { role: 'director' },
          select: { person: { select: { fullName: true } } },
          orderBy: { position: 'asc' },
          take: 1,
        },
      },
    });
    if (row === null) return null;
    if (row.mergedInto !== null) return this.findTitle(row.mergedInto);
    return {
      id,
      title: row.title,
      type: row.type,
      releaseYear: row.releaseYear,
      genres: row.genres.map(({ genre }) => genre.title),
      directors: row.credits.map(({ person }) => person.fullName),
    };
  },

  async findBestKnown(place) {
    const row = await db.medium.findFirst({
      where: { delistedAt: null },
      orderBy: [{ popularity: 'desc' }, { id: 'asc' }],
      skip: place - 1,
      select: { id: true },
    });
    return row?.id ?? null;
  },

  async findPerson(id) {
    const row = await db.person.findUnique({ where: { id }, select: { fullName: true } });
    return row === null ? null : { id, name: row.fullName };
  },

  findProvider(slug) {
    return db.mediumProvider.findUnique({ where: { slug }, select: { slug: true, name: true } });
  },
});
