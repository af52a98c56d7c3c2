import { Prisma } from '@marquee/prisma';
import type { Db } from '#src/data/database.ts';
import { MAIL_DAYS } from '#src/titles/offer-rules.ts';
import { ARRIVED, OWN_OFFERS, STOCK } from '#src/titles/own-offers.repository.ts';

/** Joins the user `u` with own offers of titles that the user has not rated, seen or hidden. */
const TITLES_TO_MAIL = Prisma.sql`${OWN_OFFERS}
  JOIN media AS m ON m.id = o.medium_id AND m.delisted_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM user_medium_hiddens h WHERE h.user_id = u.id AND h.medium_id = m.id)
    AND NOT EXISTS (SELECT 1 FROM user_medium_ratings r WHERE r.user_id = u.id AND r.medium_id = m.id)
    AND NOT EXISTS (SELECT 1 FROM user_medium_seen s WHERE s.user_id = u.id AND s.medium_id = m.id)`;

/** Upper limit of titles per mail. */
const MAILED = 10;
/** Number of users per statement. A statement with more users could exceed the statement timeout. */
const BATCH = 500;

interface Batch {
  /** Id of the last user of the batch; null when no user is left. */
  last: number | null;
  queued: number;
}

/** Runs a statement for each batch of users. Returns the number of queued mails. */
async function inBatches(queueAfter: (after: number) => Promise<Batch[]>): Promise<number> {
  let queued = 0;
  for (let after: number | null = 0; after !== null; ) {
    const [batch]: Batch[] = await queueAfter(after);
    queued += batch?.queued ?? 0;
    after = batch?.last ?? null;
  }
  return queued;
}

/** Queues the weekly digests. Each statement is idempotent: a repeat within a week queues nothing. */
export const createDigestsRepository = (db: Db) => ({
  /** Queues a mail with titles that leave within two weeks. A user without such a title gets no mail. */
  queueLeavingSoon: () =>
    inBatches(
      (after) => db.$queryRaw<Batch[]>`
    WITH batch AS (
      SELECT * FROM users
       WHERE id > ${after} AND digest_leaving_soon AND disabled_at IS NULL
         AND COALESCE(leaving_soon_queued_at, '-infinity') < now() - interval '7 days'
       ORDER BY id LIMIT ${BATCH}::int),
    due AS (
      SELECT u.id, (array_agg(m.id ORDER BY o.leaving_on, m.popularity DESC, m.id)) AS ids
        FROM batch u ${TITLES_TO_MAIL}
       WHERE o.leaving_on BETWEEN current_date AND current_date + ${MAIL_DAYS.leaving}::int
       GROUP BY u.id),
    marked AS (
      UPDATE users SET leaving_soon_queued_at = now() FROM due
       WHERE users.id = due.id AND COALESCE(users.leaving_soon_queued_at, '-infinity') < now() - interval '7 days'
      RETURNING users.id, due.ids),
    queued AS (
      INSERT INTO outbox (kind, payload, user_id)
      SELECT 'leaving_soon', jsonb_build_object('mediumIds', to_jsonb(ids[1:${MAILED}::int])), id FROM marked
      RETURNING 1)
    SELECT (SELECT max(id) FROM batch) AS last, (SELECT count(*)::int FROM queued) AS queued`,
    ),

  /**
   * Queues a mail with titles that became available since the last mail, but not more than a week ago. Leaves
   * out offers of a provider's first day: they are the stock of a new provider.
   */
  queueNewOnServices: () =>
    inBatches(
      (after) => db.$queryRaw<Batch[]>`
    WITH batch AS (
      SELECT * FROM users
       WHERE id > ${after} AND digest_new_on_services AND disabled_at IS NULL
         AND COALESCE(new_on_services_queued_at, '-infinity') < now() - interval '7 days'
       ORDER BY id LIMIT ${BATCH}::int),
    stock AS (${STOCK}),
    due AS (
      SELECT u.id, (array_agg(m.id ORDER BY m.popularity DESC, m.id)) AS ids
        FROM batch u ${TITLES_TO_MAIL} ${ARRIVED}
       WHERE o.first_seen_at >
             GREATEST(now() - make_interval(days => ${MAIL_DAYS.arrived}::int), u.new_on_services_queued_at)
         AND o.first_seen_at <= now()
       GROUP BY u.id),
    marked AS (
      UPDATE users SET new_on_services_queued_at = now() FROM due
       WHERE users.id = due.id AND COALESCE(users.new_on_services_queued_at, '-infinity') < now() - interval '7 days'
      RETURNING users.id, due.ids),
    queued AS (
      INSERT INTO outbox (kind, payload, user_id)
      SELECT 'new_on_services', jsonb_build_object('mediumIds', to_jsonb(ids[1:${MAILED}::int])), id FROM marked
      RETURNING 1)
    SELECT (SELECT max(id) FROM batch) AS last, (SELECT count(*)::int FROM queued) AS queued`,
    ),
});

export type DigestsRepository = ReturnType<typeof createDigestsRepository>;
