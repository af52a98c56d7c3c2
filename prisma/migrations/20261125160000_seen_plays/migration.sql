-- AlterTable
ALTER TABLE "user_medium_seen" ADD COLUMN     "plays" INTEGER;
