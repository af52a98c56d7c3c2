-- AlterTable
ALTER TABLE "users" ADD COLUMN     "signed_in_at" TIMESTAMPTZ(3);
