import type { MediumType, Prisma } from '@marquee/prisma';
import type { Db } from '#src/data/database.ts';
import type { PLANS } from '#src/modules/plans/price-list.ts';
import type { PROVIDERS } from './seed-data.ts';

const GAP = 1024;

export interface TitleKey {
  type: MediumType;
  key: string;
}

/** The list price of one plan for one month (prisma/demo/prices.json). */
export interface ListPrice {
  country: string;
  /** The name of the provider. */
  service: string;
  plan: string;
  price_in_cents: number;
  currency: string;
  /** `YYYY-MM-DD` */
  date: string;
  source: string;
}

/** Writes the seed. Every function is idempotent and writes only differences. */
export const createSeedRepository = (db: Db) => ({
  async ensureProviders(providers: typeof PROVIDERS): Promise<void> {
    const rows = providers.map(({ slug, name, featured, searchUrlTemplate }, position) => ({
      slug,
      name,
      featured,
      position,
      search_url_template: searchUrlTemplate,
    }));
    await db.$executeRaw`
      INSERT INTO medium_providers AS known (slug, name, featured, position, search_url_template)
      SELECT slug, name, featured, position, search_url_template
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS r (slug text, name text, featured boolean, position smallint, search_url_template text)
      ON CONFLICT (slug) DO UPDATE SET name = excluded.name, featured = excluded.featured,
        position = excluded.position, search_url_template = excluded.search_url_template
       WHERE (known.name::text, known.featured, known.position, known.search_url_template)
         IS DISTINCT FROM (excluded.name::text, excluded.featured, excluded.position, excluded.search_url_template)`;
  },

  async ensureGenres(titles: readonly string[]): Promise<void> {
    await db.$executeRaw`
      INSERT INTO genres (title) SELECT unnest(${[...titles]}::text[]) ON CONFLICT DO NOTHING`;
  },

  /** Writes list prices of providers, which are found by their names. */
  async ensurePrices(prices: readonly ListPrice[]): Promise<void> {
    await db.$executeRaw`
      INSERT INTO provider_prices AS known (provider_id, country, plan, price_cents, currency, listed_on, source)
      SELECT p.id, r.country, r.plan, r.price_in_cents, r.currency, r.date, r.source
        FROM jsonb_to_recordset(${JSON.stringify(prices)}::jsonb)
          AS r (service text, country text, plan text, price_in_cents int, currency text, date date, source text)
        JOIN medium_providers p ON p.name = r.service::citext
      ON CONFLICT (provider_id, country, plan) DO UPDATE SET price_cents = excluded.price_cents,
        currency = excluded.currency, listed_on = excluded.listed_on, source = excluded.source
       WHERE (known.price_cents, known.currency, known.listed_on, known.source)
         IS DISTINCT FROM (excluded.price_cents, excluded.currency, excluded.listed_on, excluded.source)`;
  },

  async ensureTags(tags: readonly string[]): Promise<void> {
    await db.$executeRaw`
      INSERT INTO system_medium_tags (tag) SELECT unnest(${[...tags]}::text[]) ON CONFLICT DO NOTHING`;
  },

  /** Writes plans and their prices. Stored ids of Stripe stay unchanged. */
  async ensurePlans(plans: typeof PLANS): Promise<void> {
    const planRows = plans.map(({ planId, name, description, places }, position) => ({
      plan_id: planId,
      name,
      description,
      places,
      position,
    }));
    await db.$executeRaw`
      INSERT INTO plans AS known (plan_id, name, description, places, position)
      SELECT plan_id, name, description, places, position
        FROM jsonb_to_recordset(${JSON.stringify(planRows)}::jsonb)
          AS r (plan_id text, name text, description text, places int, position smallint)
      ON CONFLICT (plan_id) DO UPDATE SET name = excluded.name, description = excluded.description,
        places = excluded.places, position = excluded.position
       WHERE (known.name, known.description, known.places, known.position)
         IS DISTINCT FROM (excluded.name, excluded.description, excluded.places, excluded.position)`;
    const priceRows = plans.map(({ planId, pricing }) => ({
      plan_id: planId,
      price_id: pricing.priceId,
      price_in_cents: pricing.priceInCents,
      interval: pricing.interval,
      is_recurring: pricing.isRecurring,
      is_free: pricing.isFree,
      access_months: pricing.accessMonths,
    }));
    // A stored price is never changed, because users may have subscribed at this price.
    await db.$executeRaw`
      INSERT INTO pricings (price_id, plan_id, price_in_cents, "interval", is_recurring, is_free, access_months)
      SELECT r.price_id, plans.id, r.price_in_cents, r."interval", r.is_recurring, r.is_free, r.access_months
        FROM jsonb_to_recordset(${JSON.stringify(priceRows)}::jsonb)
          AS r (plan_id text, price_id text, price_in_cents int, "interval" pricing_interval, is_recurring boolean,
                is_free boolean, access_months int)
        JOIN plans ON plans.plan_id = r.plan_id
      ON CONFLICT (price_id) DO NOTHING`;
  },

  /** Returns the ids of one source's titles by type and key, such as `movie tt0133093`. */
  async listTitleIds(source: string, titles: readonly TitleKey[]): Promise<Map<string, number>> {
    const rows = await db.medium.findMany({
      where: { source, externalId: { in: titles.map(({ key }) => key) } },
      select: { id: true, type: true, externalId: true },
    });
    return new Map(rows.map(({ id, type, externalId }) => [`${type} ${externalId}`, id]));
  },

  listStaffLists() {
    return db.userList.findMany({
      where: { listType: 'staff' },
      select: {
        id: true,
        name: true,
        position: true,
        seeded: true,
        media: { select: { mediumId: true }, orderBy: [{ position: 'asc' }, { id: 'asc' }] },
      },
    });
  },

  async createList(list: Prisma.UserListUncheckedCreateInput): Promise<number> {
    const { id } = await db.userList.create({ data: list, select: { id: true } });
    return id;
  },

  async updateList(
    id: number,
    list: Pick<Prisma.UserListUncheckedUpdateInput, 'position' | 'seeded'>,
  ): Promise<void> {
    await db.userList.update({ where: { id }, data: list });
  },

  async deleteLists(ids: readonly number[]): Promise<void> {
    await db.userList.deleteMany({ where: { id: { in: [...ids] } } });
  },

  /** Replaces the titles of the list with the given titles, in the given order. */
  async replaceListMedia(
    listId: number,
    mediumIds: readonly number[],
    addedById: number | null,
  ): Promise<void> {
    await db.userListMedium.deleteMany({ where: { listId } });
    await db.userListMedium.createMany({
      data: mediumIds.map((mediumId, index) => ({
        listId,
        mediumId,
        addedById,
        position: (index + 1) * GAP,
      })),
    });
  },
});

export const createDemoAccountRepository = (db: Db) => ({
  async findList(ownerId: number, listType: 'watch_later'): Promise<number | null> {
    const list = await db.userList.findFirst({ where: { ownerId, listType }, select: { id: true } });
    return list?.id ?? null;
  },

  /** Returns whether another account has the address or the display name. */
  async isTaken(email: string, displayName: string): Promise<boolean> {
    return (await db.user.count({ where: { OR: [{ email }, { displayName }] } })) > 0;
  },

  async createUser(user: Prisma.UserUncheckedCreateInput): Promise<number> {
    const { id } = await db.user.create({ data: user, select: { id: true } });
    return id;
  },

  async findPlan(planId: string): Promise<{ id: number; pricingId: number | null } | null> {
    const plan = await db.plan.findUnique({
      where: { planId },
      select: { id: true, pricings: { select: { id: true }, orderBy: { position: 'asc' }, take: 1 } },
    });
    return plan === null ? null : { id: plan.id, pricingId: plan.pricings[0]?.id ?? null };
  },

  async chooseProviders(userId: number, slugs: readonly string[]): Promise<void> {
    await db.$executeRaw`
      INSERT INTO user_medium_providers (user_id, provider_id)
      SELECT ${userId}::int, id FROM medium_providers WHERE slug = ANY (${[...slugs]}::text[])`;
  },

  async chooseGenres(userId: number, titles: readonly string[]): Promise<void> {
    await db.$executeRaw`
      INSERT INTO user_medium_genres (user_id, genre_id)
      SELECT ${userId}::int, id FROM genres WHERE title::text = ANY (${[...titles]}::text[])`;
  },

  /** Marks the known episodes of a series up to this one as seen, so many an evening until yesterday. */
  async addEpisodes(
    userId: number,
    mediumId: number,
    { season, episode, evening }: { season: number; episode: number; evening: number },
  ): Promise<void> {
    await db.$executeRaw`
      INSERT INTO user_episodes (user_id, medium_id, season, episode, seen_on, days)
      SELECT ${userId}::int, medium_id, season, episode, day, ARRAY[day] FROM (
        SELECT medium_id, season, episode, current_date - 1 - ((row_number() OVER (ORDER BY season DESC, episode DESC) - 1)
                 / ${evening}::int)::int AS day
          FROM episodes WHERE medium_id = ${mediumId} AND season > 0
           AND (season, episode) <= (${season}::int, ${episode}::int)) AS seen`;
  },

  async addRatings(ratings: readonly Prisma.UserMediumRatingCreateManyInput[]): Promise<void> {
    await db.userMediumRating.createMany({ data: [...ratings] });
  },
});

export type SeedRepository = ReturnType<typeof createSeedRepository>;
export type DemoAccountRepository = ReturnType<typeof createDemoAccountRepository>;
