-- AlterTable
ALTER TABLE "series_changes" ADD COLUMN     "into_id" INTEGER;

-- CreateIndex
CREATE INDEX "series_changes_into_id_idx" ON "series_changes"("into_id");

-- AddForeignKey
ALTER TABLE "series_changes" ADD CONSTRAINT "series_changes_into_id_fkey" FOREIGN KEY ("into_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written by hand. Replaces functions of 20261129200000_series_changes, because a merged title has as many members as a renumbered
-- one, who follow in the same way.

-- Lets the episodes of a member follow the changes of a series that wait for them, and those of titles that are merged with it, in
-- the order in which the catalogue changed. Whoever writes episodes by their numbers calls it first, because the member tells them
-- by the new numbers. It locks the user, so each change is followed once.
CREATE OR REPLACE FUNCTION marquee_follow_series(member int, series int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  change record;
  titles int[];
  before text := current_setting('marquee.moves_episodes', true);
BEGIN
  IF NOT EXISTS (SELECT 1 FROM user_series_changes WHERE user_id = member) THEN
    RETURN;
  END IF;
  PERFORM 1 FROM users WHERE id = member FOR NO KEY UPDATE;
  WITH RECURSIVE waiting AS (
    SELECT one.* FROM user_series_changes JOIN series_changes AS one ON one.id = change_id WHERE user_id = member),
  title AS (
    SELECT series AS id
    UNION
    SELECT CASE WHEN waiting.medium_id = title.id THEN waiting.into_id ELSE waiting.medium_id END
      FROM title JOIN waiting ON title.id IN (waiting.medium_id, waiting.into_id)
     WHERE waiting.into_id IS NOT NULL)
  SELECT array_agg(id ORDER BY id) INTO titles FROM title;
  PERFORM set_config('marquee.moves_episodes', 'on', true);
  FOR change IN
    WITH due AS (
      DELETE FROM user_series_changes USING series_changes AS one
       WHERE user_id = member AND one.id = change_id AND one.medium_id = ANY (titles)
      RETURNING one.*)
    SELECT * FROM due ORDER BY id
  LOOP
    IF change.moves <> '[]' THEN
      -- Sorting reads every deleted row before the first is inserted, whose place another row may have had.
      WITH move AS (
        SELECT * FROM jsonb_to_recordset(change.moves)
          AS r (season smallint, episode smallint, to_season smallint, to_episode smallint)),
      gone AS (
        DELETE FROM user_episodes AS told USING move
         WHERE told.user_id = member AND told.medium_id = change.medium_id
           AND told.season = move.season AND told.episode = move.episode
        RETURNING told.*, move.to_season, move.to_episode)
      INSERT INTO user_episodes AS kept (user_id, medium_id, season, episode, seen_on, plays, days, marked_at)
      SELECT user_id, medium_id, to_season, to_episode, seen_on, plays, days, marked_at FROM gone
       ORDER BY to_season, to_episode
      ON CONFLICT (user_id, medium_id, season, episode) DO UPDATE
        SET seen_on = GREATEST(kept.seen_on, excluded.seen_on), marked_at = GREATEST(kept.marked_at, excluded.marked_at),
            days = marquee_join_days(kept.days, excluded.days),
            plays = GREATEST(kept.plays, excluded.plays, cardinality(marquee_join_days(kept.days, excluded.days)));
      DELETE FROM user_episode_undos WHERE user_id = member AND medium_id = change.medium_id;
    END IF;
    IF change.carried_over IS NOT NULL THEN
      -- The episodes up to the season that the member told before the catalogue knew them. Where there would be more than
      -- CAPS.episodes, the mark alone stays. Marks have moved when the title was merged.
      INSERT INTO user_episodes (user_id, medium_id, season, episode, seen_on, days)
      SELECT member, change.medium_id, season, episode, seen_on,
             CASE WHEN seen_on IS NULL THEN '{}'::date[] ELSE ARRAY[seen_on] END
        FROM (
          SELECT known.season, known.episode, mark.seen_on, count(*) OVER () AS more
            FROM user_medium_seen AS mark
            JOIN jsonb_to_recordset(change.carried_over) AS known (season smallint, episode smallint)
              ON known.season <= mark.up_to_season
           WHERE mark.user_id = member
             AND mark.medium_id = (SELECT COALESCE(merged_into, id) FROM media WHERE id = change.medium_id)) AS told
       WHERE more + (SELECT COALESCE(sum(episodes), 0) FROM user_series WHERE user_id = member) <= 100000
      ON CONFLICT DO NOTHING;
    END IF;
    IF change.into_id IS NOT NULL THEN
      INSERT INTO user_series (user_id, medium_id, state)
      SELECT user_id, change.into_id, state FROM user_series WHERE user_id = member AND medium_id = change.medium_id
      ON CONFLICT DO NOTHING;
      WITH gone AS (
        DELETE FROM user_episodes WHERE user_id = member AND medium_id = change.medium_id RETURNING *)
      INSERT INTO user_episodes AS kept (user_id, medium_id, season, episode, seen_on, plays, days, marked_at)
      SELECT user_id, change.into_id, season, episode, seen_on, plays, days, marked_at FROM gone ORDER BY season, episode
      ON CONFLICT (user_id, medium_id, season, episode) DO UPDATE
        SET seen_on = GREATEST(kept.seen_on, excluded.seen_on), marked_at = GREATEST(kept.marked_at, excluded.marked_at),
            days = marquee_join_days(kept.days, excluded.days),
            plays = GREATEST(kept.plays, excluded.plays, cardinality(marquee_join_days(kept.days, excluded.days)));
    END IF;
  END LOOP;
  PERFORM marquee_settle_series(array_fill(member, ARRAY[cardinality(titles)]), titles, false);
  PERFORM set_config('marquee.moves_episodes', COALESCE(before, 'off'), true);
END $$;

-- A double's episodes belong to the title that stays. Its facts are used where that title has none. What members have seen follows.
CREATE OR REPLACE FUNCTION marquee_merge_episodes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM series_facts WHERE medium_id = NEW.merged_into) THEN
    UPDATE series_facts SET medium_id = NEW.merged_into WHERE medium_id = NEW.id;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM episodes WHERE medium_id = NEW.merged_into) THEN
    UPDATE seasons SET medium_id = NEW.merged_into WHERE medium_id = NEW.id
       AND season NOT IN (SELECT season FROM seasons WHERE medium_id = NEW.merged_into);
    UPDATE episodes SET medium_id = NEW.merged_into WHERE medium_id = NEW.id;
  END IF;
  DELETE FROM user_episode_undos WHERE medium_id = NEW.id;
  WITH member AS (
    SELECT user_id FROM user_series WHERE medium_id = NEW.id
    UNION
    SELECT user_id FROM user_series_changes JOIN series_changes ON id = change_id WHERE NEW.id IN (medium_id, into_id)),
  change AS (
    INSERT INTO series_changes (medium_id, into_id, moves) SELECT NEW.id, NEW.merged_into, '[]' WHERE EXISTS (SELECT 1 FROM member)
    RETURNING id),
  waiting AS (
    INSERT INTO user_series_changes (user_id, change_id) SELECT user_id, id FROM member, change)
  INSERT INTO outbox (kind, payload, dedupe_key)
  SELECT 'follow_series', '{}', 'follow_series' WHERE EXISTS (SELECT 1 FROM change)
  ON CONFLICT (dedupe_key) WHERE dedupe_key IS NOT NULL AND handed_at IS NULL AND done_at IS NULL AND dead_at IS NULL
  DO NOTHING;
  RETURN NULL;
END $$;
