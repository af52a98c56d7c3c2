-- CreateEnum
CREATE TYPE "list_action" AS ENUM ('added', 'removed', 'moved', 'renamed');

-- AlterTable
ALTER TABLE "user_lists" ADD COLUMN     "last_change_action" "list_action",
ADD COLUMN     "last_change_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_change_by_id" INTEGER,
ADD COLUMN     "last_change_title" TEXT;

-- CreateIndex
CREATE INDEX "user_lists_last_change_by_id_idx" ON "user_lists"("last_change_by_id");

-- AddForeignKey
ALTER TABLE "user_lists" ADD CONSTRAINT "user_lists_last_change_by_id_fkey" FOREIGN KEY ("last_change_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
