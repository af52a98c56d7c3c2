-- AlterTable
ALTER TABLE "watch_events" ADD COLUMN     "episode" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "season" SMALLINT NOT NULL DEFAULT 0;

-- CreateIndex
CREATE UNIQUE INDEX "watch_events_user_id_medium_id_season_episode_seen_on_key" ON "watch_events"("user_id", "medium_id", "season", "episode", "seen_on");

-- DropIndex
DROP INDEX "watch_events_user_id_medium_id_seen_on_key";

-- Written by hand: an event is about an episode or, with 0 and 0, about the whole title.
ALTER TABLE watch_events ADD CONSTRAINT watch_events_episode_check
  CHECK (season BETWEEN 0 AND 9999 AND episode BETWEEN 0 AND 9999 AND (episode > 0 OR season = 0)) NOT VALID;
ALTER TABLE watch_events VALIDATE CONSTRAINT watch_events_episode_check;
