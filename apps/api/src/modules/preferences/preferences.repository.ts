import type { Db } from '#src/data/database.ts';

/** Reads and writes saved filters, providers and genres of a user. */
export const createPreferencesRepository = (db: Db) => ({
  listSaved: (userId: number): Promise<{ key: string; value: string }[]> =>
    db.userPreference.findMany({ where: { userId }, select: { key: true, value: true } }),

  /** Returns whether a listed title has a critical rating. */
  async hasCriticalRating(): Promise<boolean> {
    const found = await db.medium.findFirst({
      where: { criticalRating: { not: null }, delistedAt: null },
      select: { id: true },
    });
    return found !== null;
  },

  async save(userId: number, key: string, value: string): Promise<void> {
    await db.userPreference.upsert({
      where: { userId_key: { userId, key } },
      create: { userId, key, value },
      update: { value },
    });
  },

  listProviders: () =>
    db.mediumProvider.findMany({ orderBy: [{ featured: 'desc' }, { position: 'asc' }, { name: 'asc' }] }),

  async getCountry(userId: number): Promise<string> {
    const { country } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { country: true } });
    return country;
  },

  async listProviderIds(userId: number): Promise<number[]> {
    const rows = await db.userMediumProvider.findMany({
      where: { userId },
      select: { providerId: true },
      orderBy: { providerId: 'asc' },
    });
    return rows.map((row) => row.providerId);
  },

  listGenres: () => db.genre.findMany({ orderBy: [{ title: 'asc' }, { id: 'asc' }] }),

  async listGenreIds(userId: number): Promise<number[]> {
    const rows = await db.userMediumGenre.findMany({ where: { userId }, select: { genreId: true } });
    return rows.map((row) => row.genreId);
  },

  /** Replaces the user's providers. Call this function while the user's row is locked. */
  async replaceProviders(userId: number, providerIds: readonly number[]): Promise<void> {
    await db.userMediumProvider.deleteMany({ where: { userId, providerId: { notIn: [...providerIds] } } });
    await db.userMediumProvider.createMany({
      data: providerIds.map((providerId) => ({ userId, providerId })),
      skipDuplicates: true,
    });
  },

  /** Replaces the user's genres. Call this function while the user's row is locked. */
  async replaceGenres(userId: number, genreIds: readonly number[]): Promise<void> {
    await db.userMediumGenre.deleteMany({ where: { userId, genreId: { notIn: [...genreIds] } } });
    await db.userMediumGenre.createMany({
      data: genreIds.map((genreId) => ({ userId, genreId })),
      skipDuplicates: true,
    });
  },
});

export type PreferencesRepository = ReturnType<typeof createPreferencesRepository>;
