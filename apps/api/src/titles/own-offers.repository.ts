// The rules of offer-rules.ts as parts of SQL statements.
import { Prisma } from '@marquee/prisma';
import { INCLUDED_KINDS, STOCK_DAYS } from './offer-rules.ts';

// Constants of the code, so that PostgreSQL sees the same statement each time.
const included = Prisma.raw(INCLUDED_KINDS.map((kind) => `'${kind}'`).join(', '));

/**
 * Joins the user `u` with the listed and included offers `o` on the user's providers in the user's country, without
 * offers whose last day has passed and offers that the user reported as gone.
 */
export const OWN_OFFERS = Prisma.sql`
  JOIN user_medium_providers AS chosen ON chosen.user_id = u.id
  JOIN provider_medium AS o ON o.provider_id = chosen.provider_id AND o.country = u.country
    AND o.delisted_at IS NULL AND o.kind IN (${included}) AND COALESCE(o.leaving_on, 'infinity') >= current_date
    AND NOT EXISTS (SELECT 1 FROM user_wrong_offers w WHERE w.user_id = u.id AND w.provider_medium_id = o.id
                            AND w.kind = 'gone')`;

/** Selects for each provider and country until when its included offers count as stock (`until`). */
export const STOCK = Prisma.sql`
  SELECT provider_id, country, min(first_seen_at) + make_interval(days => ${STOCK_DAYS}::int) AS until
    FROM provider_medium
   WHERE delisted_at IS NULL AND kind IN (${included}) AND COALESCE(leaving_on, 'infinity') >= current_date
   GROUP BY provider_id, country`;

/** Joins the offers `o` that are not stock, with the statement STOCK as `stock`. */
export const ARRIVED = Prisma.sql`
  JOIN stock ON stock.provider_id = o.provider_id AND stock.country = o.country AND o.first_seen_at > stock.until`;
