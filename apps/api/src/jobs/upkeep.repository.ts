import {
  IMPORT_OPEN_DAYS,
  IMPORT_UNDO_DAYS,
  NOT_TONIGHT_DAYS,
  RETENTION_YEARS,
  ROUND_GUEST_HOURS,
} from '@marquee/contracts';
import type { Db } from '#src/data/database.ts';
import { MAILED_DAYS } from '#src/titles/offer-rules.ts';

/**
 * Deletes imports that were never confirmed, and the details of imports whose undo period is over. Which titles an import
 * rated or marked stays, so that the diary can show them.
 */
async function pruneImports(db: Db): Promise<void> {
  await db.$executeRaw`
    DELETE FROM user_imports
     WHERE state IN ('reading', 'profile', 'matching', 'ready', 'failed')
       AND created_at < now() - ${IMPORT_OPEN_DAYS}::int * interval '1 day'`;
  for (;;) {
    const over = await db.$queryRaw<{ userId: number; importId: number }[]>`
      SELECT user_id AS "userId", id AS "importId" FROM user_imports AS i
       WHERE (state = 'undone'
              OR (state = 'applied' AND applied_at < now() - ${IMPORT_UNDO_DAYS}::int * interval '1 day'))
         AND (EXISTS (SELECT 1 FROM user_import_changes AS c WHERE c.user_id = i.user_id AND c.import_id = i.id
                         AND (state = 'undone' OR c.before IS NOT NULL OR c.after IS NOT NULL))
              OR EXISTS (SELECT 1 FROM user_import_rows AS r WHERE r.user_id = i.user_id AND r.import_id = i.id)
              OR EXISTS (SELECT 1 FROM user_import_titles AS t WHERE t.user_id = i.user_id AND t.import_id = i.id))
       LIMIT 100`;
    // Delete one import per statement: an import has up to 50,000 rows, and a statement has a timeout.
    for (const where of over) {
      await db.$executeRaw`
        DELETE FROM user_import_changes AS c USING user_imports AS i
         WHERE c.user_id = ${where.userId} AND c.import_id = ${where.importId} AND i.user_id = c.user_id
           AND i.id = c.import_id AND (i.state = 'undone' OR c.kind NOT IN ('rating', 'seen'))`;
      await db.$executeRaw`
        UPDATE user_import_changes SET before = NULL, after = NULL
         WHERE user_id = ${where.userId} AND import_id = ${where.importId}`;
      await db.userImportRow.deleteMany({ where });
      await db.userImportTitle.deleteMany({ where });
      await db.$executeRaw`
        UPDATE user_imports SET stored_bytes = marquee_import_bytes(user_id, id)
         WHERE user_id = ${where.userId} AND id = ${where.importId}`;
    }
    if (over.length === 0) return;
  }
}

const DEAD_IMPORT =
  'The import stopped because of an error on our side, and nothing of it was kept. Please upload the file again.';

/**
 * Ends imports whose job is a dead letter, because no worker continues them. An import in the state `reading`
 * or `matching` fails, and an import in the state `applying` is undone.
 */
async function endDeadImports(db: Db): Promise<void> {
  await db.$executeRaw`
    WITH dead AS (
      SELECT user_id, id FROM user_imports AS i
       WHERE state IN ('reading', 'matching', 'applying')
         AND EXISTS (SELECT 1 FROM outbox AS o WHERE o.kind = 'import_work' AND o.user_id = i.user_id
                        AND (o.payload->>'importId')::int = i.id AND o.dead_at IS NOT NULL)
         AND NOT EXISTS (SELECT 1 FROM outbox AS o WHERE o.kind = 'import_work' AND o.user_id = i.user_id
                            AND (o.payload->>'importId')::int = i.id AND o.dead_at IS NULL AND o.done_at IS NULL)),
    ended AS (
      UPDATE user_imports AS i
         SET state = CASE WHEN i.state = 'applying' THEN 'undoing' ELSE 'failed' END,
             applied_at = CASE WHEN i.state = 'applying' THEN now() ELSE i.applied_at END,
             stored_bytes = CASE WHEN i.state = 'applying' THEN i.stored_bytes ELSE 0 END,
             failure = ${DEAD_IMPORT}, failure_code = 'internal_error', phase = '', cursor = 0, progress = 0, step = i.step + 1
        FROM dead WHERE dead.user_id = i.user_id AND dead.id = i.id
      RETURNING i.user_id, i.id, i.state),
    emptied AS (
      DELETE FROM user_import_parts USING ended
       WHERE user_import_parts.user_id = ended.user_id AND user_import_parts.import_id = ended.id),
    unread AS (
      DELETE FROM user_import_rows AS r USING ended
       WHERE ended.state = 'failed' AND r.user_id = ended.user_id AND r.import_id = ended.id),
    unmatched AS (
      DELETE FROM user_import_titles AS t USING ended
       WHERE ended.state = 'failed' AND t.user_id = ended.user_id AND t.import_id = ended.id)
    INSERT INTO outbox (kind, payload, user_id)
    SELECT 'import_work', jsonb_build_object('importId', id), user_id FROM ended WHERE state = 'undoing'`;
}

/**
 * Creates the statements of the schedules. Each statement is idempotent, so a repeat or a second worker
 * changes nothing.
 */
export const createUpkeepRepository = (db: Db) => ({
  /** Queues the mail with a link to the export, at most one a month, to proven addresses alone. */
  queueMonthlyExports: () => db.$executeRaw`
    WITH due AS (
      UPDATE users SET export_mailed_at = now()
      WHERE monthly_export AND disabled_at IS NULL AND email_verified_at IS NOT NULL
        AND (export_mailed_at IS NULL OR export_mailed_at < now() - interval '1 month')
      RETURNING id)
    INSERT INTO outbox (kind, payload, user_id) SELECT 'monthly_export', '{}', id FROM due`,

  /**
   * Queues a reminder for every trial that ends within three days. A trial of four days or less gets no
   * reminder.
   */
  queueTrialReminders: () => db.$executeRaw`
    WITH due AS (
      UPDATE users SET trial_reminder_sent_at = now()
      WHERE trial_reminder_sent_at IS NULL AND disabled_at IS NULL
        AND trial_ends_at > now() AND trial_ends_at <= now() + interval '3 days'
        AND trial_ends_at - created_at > interval '4 days'
      RETURNING id)
    INSERT INTO outbox (kind, payload, user_id) SELECT 'trial_ending', '{}', id FROM due`,

  /**
   * Queues the mail "Did you watch it?" about unanswered links, 20 hours to a week after they were followed.
   * Each user gets at most one mail a day, with the latest five titles.
   */
  queueWatchedQuestions: () => db.$executeRaw`
    WITH due AS (
      UPDATE user_interactions AS followed SET reminded_at = now()
      FROM users
      WHERE users.id = followed.user_id AND users.notify_rate_movie_watched AND users.disabled_at IS NULL
        AND followed.answer IS NULL AND followed.reminded_at IS NULL
        AND followed.created_at < now() - interval '20 hours'
        AND followed.created_at > now() - interval '7 days'
        AND NOT EXISTS (
          SELECT 1 FROM user_interactions AS asked
          WHERE asked.user_id = followed.user_id AND asked.reminded_at > now() - interval '1 day')
        AND NOT EXISTS (
          SELECT 1 FROM user_interactions AS answered
          WHERE answered.user_id = followed.user_id AND answered.medium_id = followed.medium_id
            AND answered.answer IS NOT NULL AND answered.created_at > now() - interval '7 days')
      RETURNING followed.user_id, followed.medium_id, followed.created_at),
    titles AS (
      SELECT user_id, medium_id, max(created_at) AS latest FROM due GROUP BY user_id, medium_id)
    INSERT INTO outbox (kind, payload, user_id)
    SELECT 'rate_watched',
           jsonb_build_object('mediumIds', to_jsonb((array_agg(medium_id ORDER BY latest DESC, medium_id))[1:5])),
           user_id
    FROM titles GROUP BY user_id`,

  /**
   * Ends rounds after twelve hours, and deletes their invitations and the people in their waiting rooms. Deletes guests
   * twelve hours after that. Also deletes ended rounds without members, and rounds that are too old to keep.
   */
  async endRounds(): Promise<void> {
    await db.$executeRaw`
      WITH over AS (
        UPDATE rounds SET state = 'ended', version = version + 1
         WHERE state <> 'ended' AND expires_at <= now() RETURNING id),
      uninvited AS (DELETE FROM round_invitations USING over WHERE round_id = over.id)
      DELETE FROM round_waiting USING over WHERE round_id = over.id`;
    await db.$executeRaw`
      DELETE FROM round_members USING rounds
       WHERE round_id = rounds.id AND user_id IS NULL AND state = 'ended'
         AND COALESCE(ended_at, expires_at) <= now() - make_interval(hours => ${ROUND_GUEST_HOURS}::int)`;
    await db.$executeRaw`
      DELETE FROM rounds
       WHERE (state = 'ended' AND NOT EXISTS (SELECT 1 FROM round_members WHERE round_id = rounds.id AND removed_at IS NULL))
          OR created_at < now() - ${RETENTION_YEARS}::int * interval '1 year'`;
  },

  /**
   * Deletes expired data. Codes and reset tokens stay a week after they expired, so that an old link gets a
   * specific error.
   */
  async prune(): Promise<void> {
    await db.$executeRaw`
      DELETE FROM outbox
      WHERE done_at < now() - interval '7 days' OR dead_at < now() - interval '30 days'
         OR (kind = 'deletion_done' AND created_at < now() - interval '7 days')`;
    await db.$executeRaw`
      DELETE FROM user_news_mails WHERE queued_at < now() - ${MAILED_DAYS}::int * interval '1 day'`;
    await db.$executeRaw`
      DELETE FROM user_wishes WHERE created_at < now() - ${RETENTION_YEARS}::int * interval '1 year'`;
    await db.$executeRaw`
      DELETE FROM user_import_waiting WHERE created_at < now() - ${RETENTION_YEARS}::int * interval '1 year'`;
    await db.$executeRaw`DELETE FROM user_episode_undos WHERE created_at < now() - interval '1 hour'`;
    await db.$executeRaw`DELETE FROM bot_check_proofs WHERE expires_at < now()`;
    await db.$executeRaw`
      DELETE FROM user_not_tonight WHERE created_at < now() - ${NOT_TONIGHT_DAYS}::int * interval '1 day'`;
    await db.$executeRaw`
      DELETE FROM user_list_shares
      WHERE state = 'pending' AND user_id IS NULL AND expires_at < now() - interval '30 days'`;
    await db.$executeRaw`DELETE FROM contact_messages WHERE created_at < now() - interval '24 months'`;
    await db.$executeRaw`DELETE FROM ended_tokens WHERE expires_at < now()`;
    await db.$executeRaw`DELETE FROM password_confirmations WHERE expires_at < now()`;
    await db.$executeRaw`DELETE FROM email_codes WHERE expires_at < now() - interval '7 days'`;
    await db.$executeRaw`
      UPDATE users SET pending_email = NULL, pending_email_until = NULL
       WHERE pending_email IS NOT NULL AND (pending_email_until IS NULL OR pending_email_until <= now())`;
    await db.$executeRaw`DELETE FROM password_resets WHERE expires_at < now() - interval '7 days'`;
    await db.$executeRaw`DELETE FROM trial_addresses WHERE given_at < now() - interval '24 months'`;
    await db.$executeRaw`DELETE FROM stripe_events WHERE received_at < now() - interval '30 days'`;
    await db.$executeRaw`DELETE FROM store_notifications WHERE received_at < now() - interval '30 days'`;
    await db.$executeRaw`DELETE FROM push_subscriptions WHERE session_ends_at < now()`;
    await db.$executeRaw`DELETE FROM pushes_sent WHERE day < current_date - 3`;
    await endDeadImports(db);
    await pruneImports(db);
    await db.$executeRaw`DELETE FROM deletion_codes WHERE expires_at < now() - interval '7 days'`;
  },
});

export type UpkeepRepository = ReturnType<typeof createUpkeepRepository>;
