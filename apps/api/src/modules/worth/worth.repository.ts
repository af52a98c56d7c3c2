import type { Db } from '#src/data/database.ts';

export interface PriceRow {
  providerId: number;
  cents: number;
  currency: string;
  /** `YYYY-MM-DD` */
  date: string;
  source: string;
  plan: string | null;
}

export interface OwnPrice {
  providerId: number;
  cents: number;
  currency: string;
}

export const createWorthRepository = (db: Db) => ({
  /** Returns the price of the cheapest known plan of each provider in the user's country. */
  listPrices: (userId: number): Promise<PriceRow[]> =>
    db.$queryRaw<PriceRow[]>`
      SELECT DISTINCT ON (p.provider_id) p.provider_id AS "providerId", p.price_cents AS cents, p.currency,
             to_char(p.listed_on, 'YYYY-MM-DD') AS date, p.source, p.plan
        FROM provider_prices p JOIN users u ON u.country = p.country
       WHERE u.id = ${userId} ORDER BY p.provider_id, p.price_cents, p.plan`,

  /** Returns the prices that the user entered. */
  listOwnPrices: (userId: number): Promise<(OwnPrice & { date: string })[]> =>
    db.$queryRaw<(OwnPrice & { date: string })[]>`
      SELECT provider_id AS "providerId", price_cents AS cents, currency,
             to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date
        FROM user_provider_prices WHERE user_id = ${userId} ORDER BY provider_id`,

  async savePrices(userId: number, prices: readonly OwnPrice[]): Promise<void> {
    await db.$executeRaw`
      INSERT INTO user_provider_prices AS own (user_id, provider_id, price_cents, currency)
      SELECT ${userId}, r."providerId", r.cents, r.currency
        FROM jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) AS r ("providerId" int, cents int, currency text)
      ON CONFLICT (user_id, provider_id) DO UPDATE
        SET price_cents = excluded.price_cents, currency = excluded.currency, updated_at = now()`;
  },

  async deletePrices(userId: number, providerIds: readonly number[]): Promise<void> {
    await db.userProviderPrice.deleteMany({ where: { userId, providerId: { in: [...providerIds] } } });
  },
});

export type WorthRepository = ReturnType<typeof createWorthRepository>;
