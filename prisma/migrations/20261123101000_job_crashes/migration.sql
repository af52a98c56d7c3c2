-- AlterTable
ALTER TABLE "outbox" ADD COLUMN     "attempt_by" TEXT,
ADD COLUMN     "crashes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "replays" INTEGER NOT NULL DEFAULT 0;
