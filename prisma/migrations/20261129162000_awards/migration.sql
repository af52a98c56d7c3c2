-- AlterTable
ALTER TABLE "media" ADD COLUMN     "awards" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "credits" ADD COLUMN     "character" TEXT;
