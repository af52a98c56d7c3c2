-- AlterTable
ALTER TABLE "users" ADD COLUMN     "hide_spoilers" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "rounds" ADD COLUMN     "decided_at" TIMESTAMPTZ(3);
