-- The episodes that one member saw of one series are found by either index. With the title alone, PostgreSQL sometimes chose
-- the index of titles and read the rows of all members for each member.
-- DropIndex
DROP INDEX "user_episodes_medium_id_idx";

-- CreateIndex
CREATE INDEX "user_episodes_medium_id_user_id_idx" ON "user_episodes"("medium_id", "user_id");
