-- Written by hand. Replaces functions of 20261127155100_rules and 20261129210000_merged_series, so that what imports and media
-- servers wrote of an episode is found where the episode is, and can be undone.

-- Joins two rows of user_episodes, either of which may be missing, as marquee_move_told joins them.
CREATE FUNCTION marquee_join_told(one jsonb, other jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN one IS NULL OR other IS NULL THEN COALESCE(one, other) ELSE (
    SELECT one || jsonb_build_object('seen_on', GREATEST(a.seen_on, b.seen_on), 'marked_at', GREATEST(a.marked_at, b.marked_at),
                                     'days', every_day, 'plays', GREATEST(a.plays, b.plays, cardinality(every_day)))
      FROM jsonb_populate_record(NULL::user_episodes, one) AS a, jsonb_populate_record(NULL::user_episodes, other) AS b,
           marquee_join_days(a.days, b.days) AS every_day) END
$$;

-- Moves what a member has told of some episodes of a series, with the journals that name the same episodes: the events of the
-- media server and the changes of imports. Sorting reads every deleted row before the first is inserted, whose place another row
-- may have had.
CREATE FUNCTION marquee_move_told(member int, old_id int, new_id int, moves jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH move AS (
    SELECT * FROM jsonb_to_recordset(moves)
      AS r (season smallint, episode smallint, to_season smallint, to_episode smallint)),
  gone AS (
    DELETE FROM user_episodes AS told USING move
     WHERE told.user_id = member AND told.medium_id = old_id
       AND told.season = move.season AND told.episode = move.episode
    RETURNING told.*, move.to_season, move.to_episode)
  INSERT INTO user_episodes AS kept (user_id, medium_id, season, episode, seen_on, plays, days, marked_at)
  SELECT user_id, new_id, to_season, to_episode, seen_on, plays, days, marked_at FROM gone
   ORDER BY to_season, to_episode
  ON CONFLICT (user_id, medium_id, season, episode) DO UPDATE
    SET seen_on = GREATEST(kept.seen_on, excluded.seen_on), marked_at = GREATEST(kept.marked_at, excluded.marked_at),
        days = marquee_join_days(kept.days, excluded.days),
        plays = GREATEST(kept.plays, excluded.plays, cardinality(marquee_join_days(kept.days, excluded.days)));

  -- Of two views of one day one is left, which the member can undo unless both are undone.
  WITH move AS (
    SELECT * FROM jsonb_to_recordset(moves)
      AS r (season smallint, episode smallint, to_season smallint, to_episode smallint)),
  gone AS (
    DELETE FROM watch_events AS event USING move
     WHERE event.user_id = member AND event.medium_id = old_id
       AND event.season = move.season AND event.episode = move.episode
    RETURNING event.*, move.to_season, move.to_episode)
  INSERT INTO watch_events (user_id, id, medium_id, season, episode, seen_on, seen_at, was_seen, previous_seen_on, undone_at)
  SELECT user_id, id, new_id, to_season, to_episode, seen_on, seen_at, was_seen, previous_seen_on, undone_at FROM gone
   ORDER BY id
  ON CONFLICT (user_id, medium_id, season, episode, seen_on) DO UPDATE SET undone_at = NULL
    WHERE excluded.undone_at IS NULL;

  WITH move AS (
    SELECT *, jsonb_build_object('medium_id', new_id, 'season', to_season, 'episode', to_episode) AS place
      FROM jsonb_to_recordset(moves)
        AS r (season smallint, episode smallint, to_season smallint, to_episode smallint)),
  gone AS (
    DELETE FROM user_import_changes AS change USING move
     WHERE change.user_id = member AND change.import_id IN (SELECT id FROM user_imports WHERE user_id = member)
       AND change.kind = 'episode' AND change.ref = old_id || ':' || move.season || ':' || move.episode
    RETURNING change.*, new_id || ':' || move.to_season || ':' || move.to_episode AS to_ref, move.place)
  INSERT INTO user_import_changes AS known (user_id, import_id, kind, ref, before, after)
  SELECT user_id, import_id, kind, to_ref, before || place, after || place FROM gone ORDER BY import_id, to_ref
  ON CONFLICT (user_id, import_id, kind, ref) DO UPDATE
    SET before = marquee_join_told(known.before, excluded.before), after = marquee_join_told(known.after, excluded.after);
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
    SELECT user_id FROM watch_events WHERE medium_id = NEW.id AND episode > 0
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

-- Moves everything that belongs to a title to its double. The row stays, because journals of imports, rounds and old
-- links name its id. Merging again changes nothing.
CREATE OR REPLACE FUNCTION marquee_merge_title(old_id int, new_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  target int;
  own record;
BEGIN
  SELECT COALESCE(merged_into, id) INTO target FROM media WHERE id = new_id;
  PERFORM 1 FROM media WHERE id IN (old_id, target) ORDER BY id FOR UPDATE;
  IF target IS NULL OR target = old_id OR NOT EXISTS (SELECT 1 FROM media WHERE id = old_id AND merged_into IS NULL) THEN
    RETURN;
  END IF;

  -- The newest rating and the last view stay.
  DELETE FROM user_medium_ratings AS mine USING user_medium_ratings AS other
   WHERE mine.medium_id = target AND other.medium_id = old_id AND other.user_id = mine.user_id
     AND other.updated_at > mine.updated_at;
  UPDATE user_medium_seen AS mine SET seen_on = GREATEST(mine.seen_on, other.seen_on) FROM user_medium_seen AS other
   WHERE mine.medium_id = target AND other.medium_id = old_id AND other.user_id = mine.user_id;
  UPDATE user_medium_settings AS mine SET not_suggest_sharing = true FROM user_medium_settings AS other
   WHERE mine.medium_id = target AND other.medium_id = old_id AND other.user_id = mine.user_id
     AND other.not_suggest_sharing;
  FOR own IN SELECT * FROM (VALUES
      ('user_medium_ratings', 'user_id'), ('user_medium_seen', 'user_id'), ('user_medium_settings', 'user_id'),
      ('user_medium_hiddens', 'user_id'), ('user_not_tonight', 'user_id'), ('user_news_mails', 'user_id, kind'),
      ('user_list_media', 'list_id'), ('medium_titles', 'language'))
    AS tables (name, key) LOOP
    EXECUTE format(
      'DELETE FROM %1$I WHERE medium_id = $1 AND (%2$s) IN (SELECT %2$s FROM %1$I WHERE medium_id = $2)', own.name, own.key)
      USING old_id, target;
    EXECUTE format('UPDATE %1$I SET medium_id = $2 WHERE medium_id = $1', own.name) USING old_id, target;
  END LOOP;
  -- Those of episodes follow with the episodes, by their numbers.
  DELETE FROM watch_events WHERE medium_id = old_id AND episode = 0 AND (user_id, seen_on) IN (
    SELECT user_id, seen_on FROM watch_events WHERE medium_id = target AND episode = 0);
  UPDATE watch_events SET medium_id = target WHERE medium_id = old_id AND episode = 0;
  UPDATE user_wishes SET medium_id = target WHERE medium_id = old_id;
  UPDATE users SET share_suggested_medium_id = target WHERE share_suggested_medium_id = old_id;

  -- Of two equal offers, the one of the title that stays is used.
  UPDATE user_interactions AS followed SET provider_medium_id = mine.id
    FROM provider_medium AS other JOIN provider_medium AS mine
      ON mine.medium_id = target AND (mine.provider_id, mine.country, mine.kind, mine.quality)
       = (other.provider_id, other.country, other.kind, other.quality)
   WHERE other.medium_id = old_id AND followed.provider_medium_id = other.id;
  UPDATE user_interactions SET medium_id = target WHERE medium_id = old_id;
  UPDATE provider_medium AS other SET medium_id = target
   WHERE other.medium_id = old_id AND NOT EXISTS (
     SELECT 1 FROM provider_medium AS mine
      WHERE mine.medium_id = target AND (mine.provider_id, mine.country, mine.kind, mine.quality)
        = (other.provider_id, other.country, other.kind, other.quality));
  UPDATE provider_medium SET delisted_at = now() WHERE medium_id = old_id AND delisted_at IS NULL;
  UPDATE medium_ids SET medium_id = target WHERE medium_id = old_id;
  UPDATE source_titles SET medium_id = target WHERE medium_id = old_id;

  -- Imports that are previewed or that may be undone.
  UPDATE user_import_titles SET medium_id = target WHERE medium_id = old_id;
  UPDATE user_import_changes AS change SET ref = target::text,
      before = CASE WHEN before ? 'medium_id' THEN jsonb_set(before, '{medium_id}', to_jsonb(target)) ELSE before END,
      after = CASE WHEN after ? 'medium_id' THEN jsonb_set(after, '{medium_id}', to_jsonb(target)) ELSE after END
   WHERE kind IN ('rating', 'seen', 'hide', 'setting') AND ref = old_id::text AND NOT EXISTS (
     SELECT 1 FROM user_import_changes AS known
      WHERE known.user_id = change.user_id AND known.import_id = change.import_id AND known.kind = change.kind
        AND known.ref = target::text);
  UPDATE user_import_changes SET before = before || jsonb_build_object('medium_id', target),
      after = after || jsonb_build_object('medium_id', target)
   WHERE kind = 'entry' AND jsonb_build_object('medium_id', old_id) <@ COALESCE(after, before);

  UPDATE media SET merged_into = target WHERE merged_into = old_id;
  UPDATE media SET merged_into = target, delisted_at = COALESCE(delisted_at, now()) WHERE id = old_id;
END $$;
