-- CreateEnum
CREATE TYPE "wrong_offer_kind" AS ENUM ('gone', 'price', 'link');

-- AlterTable
ALTER TABLE "user_wrong_offers" ADD COLUMN     "kind" "wrong_offer_kind" NOT NULL DEFAULT 'gone';

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "share_suggested_at" TIMESTAMPTZ(3),
ADD COLUMN     "share_suggested_medium_id" INTEGER;
