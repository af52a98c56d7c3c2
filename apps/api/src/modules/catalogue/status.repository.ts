import type { Db } from '#src/data/database.ts';

const WORST = 20;

/** Reads figures about the catalogue for operators. */
export const createStatusRepository = (db: Db) => ({
  async read() {
    const [titles, offers, syncs, reports] = await Promise.all([
      db.$queryRaw<{ source: string; listed: number; delisted: number }[]>`
        SELECT source, count(*) FILTER (WHERE delisted_at IS NULL)::int AS listed,
          count(*) FILTER (WHERE delisted_at IS NOT NULL)::int AS delisted
          FROM media GROUP BY source ORDER BY source`,
      db.$queryRaw<
        { country: string; provider: string; origin: string; offers: number; oldest: Date; newest: Date }[]
      >`
        SELECT o.country, p.name AS provider, o.origin, count(*)::int AS offers, min(o.checked_at) AS oldest,
          max(o.checked_at) AS newest
          FROM provider_medium o JOIN medium_providers p ON p.id = o.provider_id
         WHERE o.delisted_at IS NULL GROUP BY o.country, p.name, o.origin ORDER BY o.country, p.name, o.origin`,
      db.sourceSync.findMany({ orderBy: [{ source: 'asc' }, { country: 'asc' }] }),
      db.$queryRaw<
        { title: string; provider: string; country: string; url: string; reports: number; latest: Date }[]
      >`
        SELECT m.title, p.name AS provider, o.country, o.url, count(*)::int AS reports, max(w.created_at) AS latest
          FROM user_wrong_offers w JOIN provider_medium o ON o.id = w.provider_medium_id
          JOIN media m ON m.id = o.medium_id JOIN medium_providers p ON p.id = o.provider_id
         WHERE o.delisted_at IS NULL
         GROUP BY m.title, p.name, o.country, o.url, o.id ORDER BY count(*) DESC, max(w.created_at) DESC LIMIT ${WORST}`,
    ]);
    return { titles, offers, syncs, reports };
  },
});

export type CatalogueStatus = Awaited<ReturnType<ReturnType<typeof createStatusRepository>['read']>>;
