-- AlterTable
ALTER TABLE "user_imports" ADD COLUMN     "read_ms" INTEGER NOT NULL DEFAULT 0;
