-- AlterTable
ALTER TABLE "users" ADD COLUMN     "time_zone" TEXT;

-- AlterTable
ALTER TABLE "user_medium_seen" ADD COLUMN     "up_to_season" SMALLINT;

-- AlterTable
ALTER TABLE "watch_hooks" ADD COLUMN     "further_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "take_ratings" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "watch_reports" (
    "user_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "server" TEXT,
    "account_name" TEXT,
    "title" TEXT,
    "outcome" TEXT NOT NULL,
    "medium_id" INTEGER,

    CONSTRAINT "watch_reports_pkey" PRIMARY KEY ("user_id","id")
);

-- CreateIndex
CREATE INDEX "watch_reports_medium_id_idx" ON "watch_reports"("medium_id");

-- AddForeignKey
ALTER TABLE "watch_reports" ADD CONSTRAINT "watch_reports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "watch_reports" ADD CONSTRAINT "watch_reports_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
