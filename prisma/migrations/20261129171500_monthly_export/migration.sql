-- AlterTable
ALTER TABLE "users" ADD COLUMN     "export_mailed_at" TIMESTAMPTZ(3),
ADD COLUMN     "monthly_export" BOOLEAN NOT NULL DEFAULT false;
