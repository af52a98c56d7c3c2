-- AlterTable
ALTER TABLE "user_imports" ADD COLUMN     "columns" JSONB NOT NULL DEFAULT '[]';
