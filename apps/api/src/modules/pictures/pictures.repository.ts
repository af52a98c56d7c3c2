import { AppError } from '#src/core/errors.ts';
import type { Db } from '#src/data/database.ts';

export const createPicturesRepository = (db: Db) => ({
  /**
   * Returns the addresses of the pictures at their source.
   * @throws AppError not_found when the title does not exist.
   */
  async get(mediumId: number): Promise<{ poster: string | null; backdrop: string | null }> {
    const row = await db.medium.findUnique({
      where: { id: mediumId },
      select: { posterUrl: true, backdropUrl: true, mergedInto: true },
    });
    if (!row) throw new AppError('not_found');
    if (row.mergedInto !== null) return this.get(row.mergedInto);
    return { poster: row.posterUrl, backdrop: row.backdropUrl };
  },
});

export type PicturesRepository = ReturnType<typeof createPicturesRepository>;
