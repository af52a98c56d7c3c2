-- CreateEnum
CREATE TYPE "round_mode" AS ENUM ('list', 'swipe');

-- CreateEnum
CREATE TYPE "round_state" AS ENUM ('open', 'voting', 'decided', 'ended');

-- CreateTable
CREATE TABLE "rounds" (
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "mode" "round_mode" NOT NULL,
    "state" "round_state" NOT NULL DEFAULT 'open',
    "version" INTEGER NOT NULL DEFAULT 1,
    "country" TEXT NOT NULL,
    "minutes" SMALLINT,
    "mood" TEXT,
    "max_age_rating" TEXT,
    "deck_ids" INTEGER[],
    "medium_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "winner_id" INTEGER,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rounds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "round_members" (
    "id" SERIAL NOT NULL,
    "round_id" INTEGER NOT NULL,
    "user_id" INTEGER,
    "guest_name" TEXT,
    "guest_key_hash" TEXT,
    "is_host" BOOLEAN NOT NULL DEFAULT false,
    "ready" BOOLEAN NOT NULL DEFAULT false,
    "show_match" BOOLEAN NOT NULL DEFAULT false,
    "bands" SMALLINT[] DEFAULT ARRAY[]::SMALLINT[],
    "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "round_members_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "round_invitations" (
    "user_id" INTEGER NOT NULL,
    "round_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "round_invitations_pkey" PRIMARY KEY ("user_id","round_id")
);

-- CreateTable
CREATE TABLE "round_votes" (
    "member_id" INTEGER NOT NULL,
    "medium_id" INTEGER NOT NULL,
    "yes" BOOLEAN NOT NULL,

    CONSTRAINT "round_votes_pkey" PRIMARY KEY ("member_id","medium_id")
);

-- CreateTable
CREATE TABLE "round_ratings" (
    "member_id" INTEGER NOT NULL,
    "medium_id" INTEGER NOT NULL,
    "rating" SMALLINT NOT NULL,

    CONSTRAINT "round_ratings_pkey" PRIMARY KEY ("member_id","medium_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "rounds_code_key" ON "rounds"("code");

-- CreateIndex
CREATE INDEX "rounds_winner_id_idx" ON "rounds"("winner_id");

-- CreateIndex
CREATE INDEX "rounds_expires_at_idx" ON "rounds"("expires_at");

-- CreateIndex
CREATE INDEX "round_members_user_id_idx" ON "round_members"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "round_members_round_id_user_id_key" ON "round_members"("round_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "round_members_round_id_guest_key_hash_key" ON "round_members"("round_id", "guest_key_hash");

-- CreateIndex
CREATE INDEX "round_invitations_round_id_idx" ON "round_invitations"("round_id");

-- CreateIndex
CREATE INDEX "round_votes_medium_id_idx" ON "round_votes"("medium_id");

-- CreateIndex
CREATE INDEX "round_ratings_medium_id_idx" ON "round_ratings"("medium_id");

-- AddForeignKey
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_winner_id_fkey" FOREIGN KEY ("winner_id") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "round_members" ADD CONSTRAINT "round_members_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "rounds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "round_members" ADD CONSTRAINT "round_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "round_invitations" ADD CONSTRAINT "round_invitations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "round_invitations" ADD CONSTRAINT "round_invitations_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "rounds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "round_votes" ADD CONSTRAINT "round_votes_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "round_members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "round_votes" ADD CONSTRAINT "round_votes_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "round_ratings" ADD CONSTRAINT "round_ratings_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "round_members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "round_ratings" ADD CONSTRAINT "round_ratings_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE rounds
  ADD CONSTRAINT rounds_code_check CHECK (code ~ '^[2-9a-hjkmnp-z]{13}$'),
  ADD CONSTRAINT rounds_deck_check CHECK (cardinality(deck_ids) <= 60 AND cardinality(medium_ids) <= 60),
  ADD CONSTRAINT rounds_winner_check CHECK ((state <> 'decided') OR (winner_id IS NOT NULL));
ALTER TABLE round_members
  ADD CONSTRAINT round_members_person_check CHECK ((user_id IS NULL) = (guest_name IS NOT NULL)),
  ADD CONSTRAINT round_members_host_check CHECK (NOT is_host OR user_id IS NOT NULL),
  ADD CONSTRAINT round_members_name_check CHECK (char_length(guest_name) BETWEEN 3 AND 16);
ALTER TABLE round_ratings
  ADD CONSTRAINT round_ratings_rating_check CHECK (rating BETWEEN 0 AND 10);
CREATE UNIQUE INDEX round_members_host_key ON round_members (round_id) WHERE is_host;

-- Every process with event streams of the round reads the new version.
CREATE FUNCTION marquee_notify_round() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('marquee_round', NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER rounds_notify_update AFTER UPDATE OF version ON rounds
  FOR EACH ROW EXECUTE FUNCTION marquee_notify_round();
