-- Whom the host removed from a round, so that the same user or client cannot return.
ALTER TABLE "round_members" ADD COLUMN "removed_at" TIMESTAMPTZ(3);
