// The rules of offer-rules.ts as parts of SQL statements.
import { LONG_AGO, NEWER_ONE_IN } from '@marquee/contracts';
import { Prisma } from '@marquee/prisma';
import { INCLUDED_KINDS, WITHHELD_KIND } from './offer-rules.ts';

// Constants of the code, so that PostgreSQL sees the same statement each time.
const included = Prisma.raw(INCLUDED_KINDS.map((kind) => `'${kind}'`).join(', '));
const withheld = Prisma.raw(`'${WITHHELD_KIND}'`);
const longAgo = Prisma.raw(`'${LONG_AGO}'::timestamptz`);
const newerOneIn = Prisma.raw(String(NEWER_ONE_IN));

/** Whether the service of the offer `o` has a newer list in that country (`hasNewerList`). */
const HAS_NEWER_LIST = Prisma.sql`(
  SELECT count(*) FILTER (WHERE s.checked_at >= ${longAgo}) > 0
     AND count(*) FILTER (WHERE s.checked_at >= ${longAgo}) * ${newerOneIn} >= count(*)
    FROM provider_medium AS s
   WHERE s.provider_id = o.provider_id AND s.country = o.country AND s.delisted_at IS NULL
     AND COALESCE(s.leaving_on, 'infinity') >= current_date)`;

/**
 * Joins the user `u` with the listed and included offers `o` on the user's providers in the user's country, without
 * offers whose last day has passed, old sightings on a service with a newer list, and offers that the user reported as gone.
 */
export const OWN_OFFERS = Prisma.sql`
  JOIN user_medium_providers AS chosen ON chosen.user_id = u.id
  JOIN provider_medium AS o ON o.provider_id = chosen.provider_id AND o.country = u.country
    AND o.delisted_at IS NULL AND o.kind IN (${included}) AND COALESCE(o.leaving_on, 'infinity') >= current_date
    AND (o.checked_at >= ${longAgo} OR NOT ${HAS_NEWER_LIST})
    AND NOT EXISTS (SELECT 1 FROM user_wrong_offers w WHERE w.user_id = u.id AND w.provider_medium_id = o.id
                            AND w.kind = ${withheld})`;
