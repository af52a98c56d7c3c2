-- With the rating as its last column the index answers "all ratings of a user, newest first" without a read of the
-- table, where each rating of one user lies on another page. The entries stay 24 bytes long.
CREATE INDEX "user_medium_ratings_user_id_updated_at_medium_id_rating_idx"
  ON "user_medium_ratings"("user_id", "updated_at" DESC, "medium_id", "rating");
DROP INDEX "user_medium_ratings_user_id_updated_at_medium_id_idx";

-- Only vacuum marks pages whose rows need no look into the table. The default waits for 20 % new rows.
ALTER TABLE user_medium_ratings SET (autovacuum_vacuum_insert_scale_factor = 0.02);
