-- AlterTable
ALTER TABLE "user_medium_seen" ADD COLUMN "by_episodes" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "series_facts" (
    "medium_id" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "status" TEXT,
    "network" TEXT,
    "last_air_date" DATE,
    "as_of" DATE,
    "content_hash" TEXT NOT NULL,

    CONSTRAINT "series_facts_pkey" PRIMARY KEY ("medium_id")
);

-- CreateTable
CREATE TABLE "seasons" (
    "medium_id" INTEGER NOT NULL,
    "season" SMALLINT NOT NULL,
    "first_air_date" DATE,

    CONSTRAINT "seasons_pkey" PRIMARY KEY ("medium_id","season")
);

-- CreateTable
CREATE TABLE "episodes" (
    "medium_id" INTEGER NOT NULL,
    "season" SMALLINT NOT NULL,
    "episode" SMALLINT NOT NULL,
    "name" TEXT,
    "air_date" DATE,
    "air_at" TIMESTAMPTZ(3),
    "airs_on" DATE,
    "runtime_minutes" INTEGER,
    "source_id" TEXT,
    "source_season" INTEGER,
    "source_episode" INTEGER,

    CONSTRAINT "episodes_pkey" PRIMARY KEY ("medium_id","season","episode")
);

-- CreateTable
CREATE TABLE "user_episodes" (
    "user_id" INTEGER NOT NULL,
    "medium_id" INTEGER NOT NULL,
    "season" SMALLINT NOT NULL,
    "episode" SMALLINT NOT NULL,
    "seen_on" DATE,
    "plays" SMALLINT NOT NULL DEFAULT 1,
    "days" DATE[] DEFAULT ARRAY[]::DATE[],
    "marked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_episodes_pkey" PRIMARY KEY ("user_id","medium_id","season","episode")
);

-- CreateTable
CREATE TABLE "user_series" (
    "user_id" INTEGER NOT NULL,
    "medium_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'watching',
    "seen" INTEGER NOT NULL DEFAULT 0,
    "next_season" SMALLINT,
    "next_episode" SMALLINT,
    "up_to_season" SMALLINT,
    "last_seen_on" DATE,
    "marked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_series_pkey" PRIMARY KEY ("user_id","medium_id")
);

-- CreateTable
CREATE TABLE "user_episode_undos" (
    "user_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "medium_id" INTEGER NOT NULL,
    "changes" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_episode_undos_pkey" PRIMARY KEY ("user_id","code")
);

-- CreateIndex
CREATE INDEX "episodes_air_date_idx" ON "episodes"("air_date");

-- CreateIndex
CREATE INDEX "user_episodes_medium_id_idx" ON "user_episodes"("medium_id");

-- CreateIndex
CREATE INDEX "user_series_medium_id_idx" ON "user_series"("medium_id");

-- CreateIndex
CREATE INDEX "user_episode_undos_medium_id_idx" ON "user_episode_undos"("medium_id");

-- CreateIndex
CREATE INDEX "user_episode_undos_created_at_idx" ON "user_episode_undos"("created_at");

-- AddForeignKey
ALTER TABLE "series_facts" ADD CONSTRAINT "series_facts_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seasons" ADD CONSTRAINT "seasons_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_episodes" ADD CONSTRAINT "user_episodes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_episodes" ADD CONSTRAINT "user_episodes_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_series" ADD CONSTRAINT "user_series_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_series" ADD CONSTRAINT "user_series_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_episode_undos" ADD CONSTRAINT "user_episode_undos_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_episode_undos" ADD CONSTRAINT "user_episode_undos_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Written by hand: checks, caps, and what keeps a series equal to its episodes.

ALTER TABLE series_facts
  ADD CONSTRAINT series_facts_status_check CHECK (status IN ('returning', 'ended', 'canceled'));
ALTER TABLE seasons ADD CONSTRAINT seasons_season_check CHECK (season BETWEEN 0 AND 9999);
ALTER TABLE episodes
  ADD CONSTRAINT episodes_numbers_check CHECK (season BETWEEN 0 AND 9999 AND episode BETWEEN 1 AND 9999);
ALTER TABLE user_episodes
  ADD CONSTRAINT user_episodes_numbers_check CHECK (season BETWEEN 0 AND 9999 AND episode BETWEEN 1 AND 9999),
  ADD CONSTRAINT user_episodes_plays_check CHECK (plays BETWEEN 1 AND 1000 AND cardinality(days) <= plays);
ALTER TABLE user_series
  ADD CONSTRAINT user_series_state_check CHECK (state IN ('watching', 'on_hold', 'dropped'));

SELECT marquee_watch(watched::regclass, 'marquee_notify_catalogue', 'catalogue')
  FROM unnest(ARRAY['series_facts', 'seasons', 'episodes']) AS watched;
-- A taste has the series of a user, and not their episodes, whose every change that counts changes the series.
SELECT marquee_watch('user_series', 'marquee_notify_by_user_id');

-- The caps CAPS.episodes and CAPS.unknownEpisodes. Only a statement that adds unknown ones counts them.
CREATE FUNCTION marquee_cap_episodes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE id IN (SELECT user_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
  IF EXISTS (SELECT 1 FROM user_episodes WHERE user_id IN (SELECT user_id FROM changed)
              GROUP BY user_id HAVING count(*) > 100000) THEN
    RAISE EXCEPTION 'too many episodes' USING ERRCODE = 'MQ009';
  END IF;
  IF EXISTS (
    SELECT 1 FROM user_episodes AS mine
     WHERE user_id IN (
       SELECT user_id FROM changed
        WHERE NOT EXISTS (SELECT 1 FROM episodes AS known WHERE (known.medium_id, known.season, known.episode)
                                                              = (changed.medium_id, changed.season, changed.episode)))
       AND NOT EXISTS (SELECT 1 FROM episodes AS known WHERE (known.medium_id, known.season, known.episode)
                                                           = (mine.medium_id, mine.season, mine.episode))
     GROUP BY user_id HAVING count(*) > 5000) THEN
    RAISE EXCEPTION 'too many unknown episodes' USING ERRCODE = 'MQ010';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER user_episodes_cap AFTER INSERT ON user_episodes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION marquee_cap_episodes();

-- Makes the rows of user_series, and the marks that only say what the episodes say, equal to the episodes of these pairs of
-- user and series. The rows are locked first, so that of two changes at once the second one counts both.
-- of_member: the member changed episodes, so a mark may go. A correction of the catalogue takes no mark away.
CREATE FUNCTION marquee_settle_series(users int[], series int[], of_member boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_series (user_id, medium_id)
  SELECT pair.user_id, pair.medium_id FROM unnest(users, series) AS pair (user_id, medium_id)
   WHERE EXISTS (SELECT 1 FROM user_episodes AS told
                  WHERE told.user_id = pair.user_id AND told.medium_id = pair.medium_id)
   ORDER BY 1, 2 ON CONFLICT DO NOTHING;
  PERFORM 1 FROM user_series
    JOIN unnest(users, series) AS pair (user_id, medium_id) USING (user_id, medium_id)
   ORDER BY user_id, medium_id FOR UPDATE OF user_series;

  WITH pair AS (SELECT * FROM unnest(users, series) AS pair (user_id, medium_id)),
  told AS MATERIALIZED (
    SELECT pair.user_id, pair.medium_id, counted.seen, counted.last_seen_on, counted.marked_at, next.season AS next_season,
           next.episode AS next_episode, whole.season AS up_to_season, before.up_to_season AS before,
           EXISTS (SELECT 1 FROM episodes AS known WHERE known.medium_id = pair.medium_id) AS is_known
      FROM pair
      LEFT JOIN user_series AS before USING (user_id, medium_id)
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE season > 0) AS seen, max(seen_on) FILTER (WHERE season > 0) AS last_seen_on,
               max(marked_at) AS marked_at
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
           next_season = told.next_season, next_episode = told.next_episode,
           up_to_season = CASE WHEN of_member THEN told.up_to_season
                               ELSE COALESCE(told.up_to_season, kept.up_to_season) END
      FROM told
     WHERE kept.user_id = told.user_id AND kept.medium_id = told.medium_id
       AND (kept.seen, kept.last_seen_on, kept.marked_at, kept.next_season, kept.next_episode, kept.up_to_season)
         IS DISTINCT FROM (told.seen::int, told.last_seen_on, told.marked_at, told.next_season, told.next_episode,
                           told.up_to_season)),
  marked AS (
    INSERT INTO user_medium_seen AS mark (user_id, medium_id, seen_on, up_to_season, by_episodes)
    SELECT user_id, medium_id, last_seen_on, up_to_season, true FROM told WHERE up_to_season IS NOT NULL
    ON CONFLICT (user_id, medium_id) DO UPDATE
      SET up_to_season = excluded.up_to_season,
          seen_on = CASE WHEN mark.by_episodes THEN excluded.seen_on ELSE mark.seen_on END
      WHERE (mark.up_to_season, CASE WHEN mark.by_episodes THEN mark.seen_on END)
        IS DISTINCT FROM (excluded.up_to_season, CASE WHEN mark.by_episodes THEN excluded.seen_on END)),
  unmarked AS (
    DELETE FROM user_medium_seen AS mark USING told
     WHERE of_member AND told.up_to_season IS NULL AND mark.by_episodes
       AND mark.user_id = told.user_id AND mark.medium_id = told.medium_id),
  shortened AS (
    UPDATE user_medium_seen AS mark SET up_to_season = NULL FROM told
     WHERE of_member AND told.up_to_season IS NULL AND told.is_known AND NOT mark.by_episodes
       AND mark.up_to_season IS NOT NULL AND mark.user_id = told.user_id AND mark.medium_id = told.medium_id)
  DELETE FROM user_list_media AS entry USING told, user_lists AS list
   WHERE told.before IS NULL AND told.up_to_season IS NOT NULL
     AND list.owner_id = told.user_id AND list.list_type = 'watch_later'
     AND entry.list_id = list.id AND entry.medium_id = told.medium_id;

  DELETE FROM user_series AS kept USING unnest(users, series) AS pair (user_id, medium_id)
   WHERE kept.user_id = pair.user_id AND kept.medium_id = pair.medium_id AND NOT EXISTS (
     SELECT 1 FROM user_episodes AS told WHERE told.user_id = kept.user_id AND told.medium_id = kept.medium_id);
END $$;

CREATE FUNCTION marquee_follow_episodes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  users int[];
  series int[];
BEGIN
  SELECT array_agg(user_id), array_agg(medium_id) INTO users, series
    FROM (SELECT DISTINCT user_id, medium_id FROM changed ORDER BY user_id, medium_id) AS pair;
  IF users IS NOT NULL THEN
    PERFORM marquee_settle_series(users, series, true);
  END IF;
  RETURN NULL;
END $$;
-- After the cap, which locks the user.
CREATE TRIGGER user_episodes_settle_insert AFTER INSERT ON user_episodes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION marquee_follow_episodes();
CREATE TRIGGER user_episodes_settle_update AFTER UPDATE ON user_episodes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION marquee_follow_episodes();
CREATE TRIGGER user_episodes_settle_delete AFTER DELETE ON user_episodes
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION marquee_follow_episodes();

-- A double's episodes belong to the title that stays. Its facts are used where that title has none.
CREATE FUNCTION marquee_merge_episodes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM series_facts WHERE medium_id = NEW.merged_into) THEN
    UPDATE series_facts SET medium_id = NEW.merged_into WHERE medium_id = NEW.id;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM episodes WHERE medium_id = NEW.merged_into) THEN
    UPDATE seasons SET medium_id = NEW.merged_into WHERE medium_id = NEW.id
       AND season NOT IN (SELECT season FROM seasons WHERE medium_id = NEW.merged_into);
    UPDATE episodes SET medium_id = NEW.merged_into WHERE medium_id = NEW.id;
  END IF;
  INSERT INTO user_series (user_id, medium_id, state)
  SELECT user_id, NEW.merged_into, state FROM user_series WHERE medium_id = NEW.id ON CONFLICT DO NOTHING;
  INSERT INTO user_episodes AS kept (user_id, medium_id, season, episode, seen_on, plays, days, marked_at)
  SELECT user_id, NEW.merged_into, season, episode, seen_on, plays, days, marked_at FROM user_episodes WHERE medium_id = NEW.id
  ON CONFLICT (user_id, medium_id, season, episode) DO UPDATE
    SET seen_on = GREATEST(kept.seen_on, excluded.seen_on), marked_at = GREATEST(kept.marked_at, excluded.marked_at);
  DELETE FROM user_episodes WHERE medium_id = NEW.id;
  DELETE FROM user_series WHERE medium_id = NEW.id;
  DELETE FROM user_episode_undos WHERE medium_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER media_merged_episodes AFTER UPDATE OF merged_into ON media
  FOR EACH ROW WHEN (NEW.merged_into IS NOT NULL AND NEW.merged_into IS DISTINCT FROM OLD.merged_into)
  EXECUTE FUNCTION marquee_merge_episodes();
