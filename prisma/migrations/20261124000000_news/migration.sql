-- AlterTable
ALTER TABLE "media" ADD COLUMN     "new_season_on" DATE;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "digest_news" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "news_due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT (now() + '7 days'::interval),
ADD COLUMN     "news_unsubscribed" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "user_news_mails" (
    "user_id" INTEGER NOT NULL,
    "medium_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "queued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_news_mails_pkey" PRIMARY KEY ("user_id","medium_id","kind")
);

-- CreateIndex
CREATE INDEX "user_news_mails_medium_id_idx" ON "user_news_mails"("medium_id");

-- CreateIndex
CREATE INDEX "user_news_mails_queued_at_idx" ON "user_news_mails"("queued_at");

-- AddForeignKey
ALTER TABLE "user_news_mails" ADD CONSTRAINT "user_news_mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_news_mails" ADD CONSTRAINT "user_news_mails_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE user_news_mails
  ADD CONSTRAINT user_news_mails_kind_check CHECK (kind IN
    ('saved_leaving', 'saved_arrived', 'new_for_you', 'new_season', 'imported_arrived', 'wish_arrived'));

-- No source tells when a season came, so the day on which its series has one more season is kept.
CREATE FUNCTION marquee_note_season() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.new_season_on := current_date;
  RETURN NEW;
END $$;
CREATE TRIGGER media_note_season BEFORE UPDATE OF seasons ON media
  FOR EACH ROW WHEN (NEW.seasons > OLD.seasons) EXECUTE FUNCTION marquee_note_season();
