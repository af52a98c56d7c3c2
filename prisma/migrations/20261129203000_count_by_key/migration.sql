-- Written by hand. Replaces functions of 20261129200000_series_changes, which PostgreSQL sometimes planned to read the episodes of all
-- series to find unknown ones. With LIMIT, it reads each by the key.

-- Makes the rows of user_series, and the marks that only say what the episodes say, equal to the episodes of these pairs of
-- user and series. The caps of an account add up their counts. The rows are locked first, so that of two changes at once the second one counts both.
-- of_member: the member took episodes back or named a season, so a mark goes down to the last whole season, or away. Otherwise
-- it only goes up, because neither a correction of the catalogue nor a further episode takes back what the member has seen. A
-- mark without a season is the word of the member about the whole series, which episodes do not change.
CREATE OR REPLACE FUNCTION marquee_settle_series(users int[], series int[], of_member boolean) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_series (user_id, medium_id)
  SELECT pair.user_id, pair.medium_id FROM unnest(users, series) AS pair (user_id, medium_id)
   WHERE (SELECT true FROM user_episodes AS told
           WHERE told.user_id = pair.user_id AND told.medium_id = pair.medium_id LIMIT 1)
   ORDER BY 1, 2 ON CONFLICT DO NOTHING;
  PERFORM 1 FROM user_series
    JOIN unnest(users, series) AS pair (user_id, medium_id) USING (user_id, medium_id)
   ORDER BY user_id, medium_id FOR UPDATE OF user_series;

  WITH pair AS (SELECT * FROM unnest(users, series) AS pair (user_id, medium_id)),
  told AS MATERIALIZED (
    SELECT pair.user_id, pair.medium_id, counted.seen, counted.last_seen_on, counted.marked_at, next.season AS next_season,
           next.episode AS next_episode, before.up_to_season AS before, known.last_season IS NOT NULL AS is_known,
           counted.episodes, counted.unknown,
           CASE WHEN of_member THEN whole.season
                WHEN COALESCE(before.up_to_season, whole.season) IS NOT NULL
                THEN LEAST(GREATEST(before.up_to_season, whole.season), known.last_season) END AS up_to_season
      FROM pair
      LEFT JOIN user_series AS before USING (user_id, medium_id)
      CROSS JOIN LATERAL (
        SELECT max(season) AS last_season FROM episodes AS any_episode
         WHERE any_episode.medium_id = pair.medium_id AND season > 0) AS known
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE season > 0) AS seen, max(seen_on) FILTER (WHERE season > 0) AS last_seen_on,
               max(marked_at) AS marked_at, count(*) AS episodes,
               count(*) FILTER (WHERE (
                 SELECT true FROM episodes AS known WHERE (known.medium_id, known.season, known.episode)
                                                        = (mine.medium_id, mine.season, mine.episode) LIMIT 1) IS NULL) AS unknown
          FROM user_episodes AS mine WHERE mine.user_id = pair.user_id AND mine.medium_id = pair.medium_id) AS counted
      LEFT JOIN LATERAL (
        SELECT known.season, known.episode FROM episodes AS known
         WHERE known.medium_id = pair.medium_id AND known.season > 0 AND NOT EXISTS (
           SELECT 1 FROM user_episodes AS mine WHERE (mine.user_id, mine.medium_id, mine.season, mine.episode)
                                                   = (pair.user_id, known.medium_id, known.season, known.episode))
         ORDER BY known.season, known.episode LIMIT 1) AS next ON true
      LEFT JOIN LATERAL (
        SELECT known.season FROM episodes AS known
          LEFT JOIN user_episodes AS mine ON (mine.user_id, mine.medium_id, mine.season, mine.episode)
                                           = (pair.user_id, known.medium_id, known.season, known.episode)
         WHERE known.medium_id = pair.medium_id AND known.season > 0
         GROUP BY known.season HAVING count(*) = count(mine.user_id)
         ORDER BY known.season DESC LIMIT 1) AS whole ON true),
  settled AS (
    UPDATE user_series AS kept
       SET seen = told.seen, last_seen_on = told.last_seen_on, marked_at = COALESCE(told.marked_at, kept.marked_at),
           next_season = told.next_season, next_episode = told.next_episode, up_to_season = told.up_to_season,
           episodes = told.episodes, unknown = told.unknown
      FROM told
     WHERE kept.user_id = told.user_id AND kept.medium_id = told.medium_id
       AND (kept.seen, kept.last_seen_on, kept.marked_at, kept.next_season, kept.next_episode, kept.up_to_season,
            kept.episodes, kept.unknown)
         IS DISTINCT FROM (told.seen::int, told.last_seen_on, told.marked_at, told.next_season, told.next_episode,
                           told.up_to_season, told.episodes::int, told.unknown::int)),
  marked AS (
    INSERT INTO user_medium_seen AS mark (user_id, medium_id, seen_on, up_to_season, by_episodes)
    SELECT user_id, medium_id, last_seen_on, up_to_season, true FROM told WHERE up_to_season IS NOT NULL
    ON CONFLICT (user_id, medium_id) DO UPDATE
      SET up_to_season = CASE WHEN of_member OR mark.by_episodes THEN excluded.up_to_season
                              ELSE GREATEST(mark.up_to_season, excluded.up_to_season) END,
          seen_on = CASE WHEN mark.by_episodes THEN excluded.seen_on ELSE mark.seen_on END
      WHERE CASE WHEN mark.by_episodes
                 THEN (mark.up_to_season, mark.seen_on) IS DISTINCT FROM (excluded.up_to_season, excluded.seen_on)
                 WHEN of_member THEN mark.up_to_season <> excluded.up_to_season
                 ELSE mark.up_to_season < excluded.up_to_season END),
  unmarked AS (
    DELETE FROM user_medium_seen AS mark USING told
     WHERE of_member AND told.up_to_season IS NULL
       AND (mark.by_episodes OR mark.up_to_season IS NOT NULL AND told.is_known)
       AND mark.user_id = told.user_id AND mark.medium_id = told.medium_id)
  DELETE FROM user_list_media AS entry USING told, user_lists AS list
   WHERE told.before IS NULL AND told.up_to_season IS NOT NULL
     AND list.owner_id = told.user_id AND list.list_type = 'watch_later'
     AND entry.list_id = list.id AND entry.medium_id = told.medium_id;

  DELETE FROM user_series AS kept USING unnest(users, series) AS pair (user_id, medium_id)
   WHERE kept.user_id = pair.user_id AND kept.medium_id = pair.medium_id
     AND (SELECT true FROM user_episodes AS told
           WHERE told.user_id = kept.user_id AND told.medium_id = kept.medium_id LIMIT 1) IS NULL;
END $$;

-- Settles what a statement changed, and refuses more than the caps CAPS.episodes and CAPS.unknownEpisodes. The user is locked, so
-- that of two statements at once the second one counts both. A transaction that moves the episodes of members for the catalogue
-- sets marquee.moves_episodes to on, and settles them itself, because it adds none and no cap may stop it.
CREATE OR REPLACE FUNCTION marquee_follow_episodes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  members int[];
  series int[];
BEGIN
  IF current_setting('marquee.moves_episodes', true) = 'on' THEN
    RETURN NULL;
  END IF;
  SELECT array_agg(user_id), array_agg(medium_id) INTO members, series
    FROM (SELECT DISTINCT user_id, medium_id FROM changed ORDER BY user_id, medium_id) AS pair;
  IF members IS NULL THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM 1 FROM users WHERE id = ANY (members) ORDER BY id FOR NO KEY UPDATE;
  END IF;
  PERFORM marquee_settle_series(members, series, TG_OP = 'DELETE');
  IF TG_OP = 'INSERT' THEN
    IF EXISTS (SELECT 1 FROM user_series WHERE user_id = ANY (members) GROUP BY user_id HAVING sum(episodes) > 100000) THEN
      RAISE EXCEPTION 'too many episodes' USING ERRCODE = 'MQ009';
    END IF;
    -- A correction of the catalogue may make more unknown, which must not refuse a known one.
    IF EXISTS (
      SELECT 1 FROM user_series
       WHERE user_id IN (
         SELECT user_id FROM changed
          WHERE (SELECT true FROM episodes AS known WHERE (known.medium_id, known.season, known.episode)
                                                        = (changed.medium_id, changed.season, changed.episode) LIMIT 1) IS NULL)
       GROUP BY user_id HAVING sum(unknown) > 5000) THEN
      RAISE EXCEPTION 'too many unknown episodes' USING ERRCODE = 'MQ010';
    END IF;
  END IF;
  RETURN NULL;
END $$;
