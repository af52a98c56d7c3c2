-- Written by hand. Replaces functions of 20261129220000_follow_journals. A merge that brings episodes changes the title that stays as
-- a source does that brings them, so its members follow too.

-- Notes a change of a series for a job, with the members who must follow it, where there are any: moves of its episodes, the title
-- into which it was merged, and whether marks up to a season become episodes. Who waits for an earlier change waits for this one too.
CREATE FUNCTION marquee_queue_change(series int, change_moves jsonb, carries_over boolean, into_title int) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  members int[];
  change int;
BEGIN
  SELECT array_agg(user_id) INTO members FROM (
    SELECT user_id FROM user_series WHERE medium_id = series
    UNION
    SELECT user_id FROM watch_events WHERE medium_id = series AND episode > 0
    UNION
    SELECT user_id FROM user_episode_undos WHERE medium_id = series
    UNION
    SELECT user_id FROM user_series_changes JOIN series_changes AS earlier ON earlier.id = change_id
     WHERE series IN (earlier.medium_id, earlier.into_id)
    UNION
    SELECT user_id FROM user_medium_seen
     WHERE carries_over AND medium_id = series AND up_to_season IS NOT NULL AND NOT by_episodes) AS member;
  IF members IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO series_changes (medium_id, into_id, moves, carried_over)
  VALUES (series, into_title, change_moves, CASE WHEN carries_over THEN (
    SELECT jsonb_agg(jsonb_build_object('season', season, 'episode', episode)) FROM episodes
     WHERE medium_id = series AND season > 0 AND COALESCE(air_at <= now(), airs_on <= current_date)) END)
  RETURNING id INTO change;
  INSERT INTO user_series_changes (user_id, change_id) SELECT unnest(members), change;
  INSERT INTO outbox (kind, payload, dedupe_key) VALUES ('follow_series', '{}', 'follow_series')
  ON CONFLICT (dedupe_key) WHERE dedupe_key IS NOT NULL AND handed_at IS NULL AND done_at IS NULL AND dead_at IS NULL
  DO NOTHING;
END $$;

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
      PERFORM marquee_move_told(member, change.medium_id, change.medium_id, change.moves);
      DELETE FROM user_episode_undos WHERE user_id = member AND medium_id = change.medium_id;
    END IF;
    IF change.carried_over IS NOT NULL THEN
      -- The episodes up to the season that the member told before the catalogue knew them. Where there would be more than
      -- CAPS.episodes, the mark alone stays. Marks have moved when the title was merged. A mark that only says what the episodes
      -- say brings none.
      INSERT INTO user_episodes (user_id, medium_id, season, episode, seen_on, days)
      SELECT member, change.medium_id, season, episode, seen_on,
             CASE WHEN seen_on IS NULL THEN '{}'::date[] ELSE ARRAY[seen_on] END
        FROM (
          SELECT known.season, known.episode, mark.seen_on, count(*) OVER () AS more
            FROM user_medium_seen AS mark
            JOIN jsonb_to_recordset(change.carried_over) AS known (season smallint, episode smallint)
              ON known.season <= mark.up_to_season
           WHERE mark.user_id = member AND NOT mark.by_episodes
             AND mark.medium_id = (SELECT COALESCE(merged_into, id) FROM media WHERE id = change.medium_id)) AS told
       WHERE more + (SELECT COALESCE(sum(episodes), 0) FROM user_series WHERE user_id = member) <= 100000
      ON CONFLICT DO NOTHING;
    END IF;
    IF change.into_id IS NOT NULL THEN
      -- Of two states, that of the title that stays is kept, which is not what an import wrote of the other one.
      DELETE FROM user_import_changes WHERE user_id = member AND kind = 'state' AND ref = (
        SELECT CASE WHEN count(*) = 0 THEN change.into_id ELSE change.medium_id END::text
          FROM user_series WHERE user_id = member AND medium_id = change.into_id);
      UPDATE user_import_changes SET ref = change.into_id::text
       WHERE user_id = member AND kind = 'state' AND ref = change.medium_id::text;
      INSERT INTO user_series (user_id, medium_id, state)
      SELECT user_id, change.into_id, state FROM user_series WHERE user_id = member AND medium_id = change.medium_id
      ON CONFLICT DO NOTHING;
      PERFORM marquee_move_told(member, change.medium_id, change.into_id, (
        SELECT COALESCE(jsonb_agg(jsonb_build_object('season', season, 'episode', episode,
                                                     'to_season', season, 'to_episode', episode)), '[]')
          FROM (
            SELECT season, episode FROM user_episodes WHERE user_id = member AND medium_id = change.medium_id
            UNION
            SELECT season, episode FROM watch_events
             WHERE user_id = member AND medium_id = change.medium_id AND episode > 0
            UNION
            SELECT split_part(ref, ':', 2)::smallint, split_part(ref, ':', 3)::smallint FROM user_import_changes
             WHERE user_id = member AND kind = 'episode' AND split_part(ref, ':', 1) = change.medium_id::text) AS told));
    END IF;
  END LOOP;
  PERFORM marquee_settle_series(array_fill(member, ARRAY[cardinality(titles)]), titles, false);
  PERFORM set_config('marquee.moves_episodes', COALESCE(before, 'off'), true);
END $$;

-- A double's episodes belong to the title that stays. Its facts are used where that title has none. What members have seen follows,
-- first of the double, since marks bring only what is missing.
CREATE OR REPLACE FUNCTION marquee_merge_episodes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  brings_episodes boolean := false;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM series_facts WHERE medium_id = NEW.merged_into) THEN
    UPDATE series_facts SET medium_id = NEW.merged_into WHERE medium_id = NEW.id;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM episodes WHERE medium_id = NEW.merged_into) THEN
    UPDATE seasons SET medium_id = NEW.merged_into WHERE medium_id = NEW.id
       AND season NOT IN (SELECT season FROM seasons WHERE medium_id = NEW.merged_into);
    UPDATE episodes SET medium_id = NEW.merged_into WHERE medium_id = NEW.id;
    brings_episodes := FOUND;
  END IF;
  DELETE FROM user_episode_undos WHERE medium_id = NEW.id;
  PERFORM marquee_queue_change(NEW.id, '[]', false, NEW.merged_into);
  IF brings_episodes THEN
    PERFORM marquee_queue_change(NEW.merged_into, '[]', true, NULL);
  END IF;
  RETURN NULL;
END $$;
