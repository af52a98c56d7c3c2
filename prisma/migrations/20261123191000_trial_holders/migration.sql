-- AlterTable
ALTER TABLE "trial_addresses" ADD COLUMN     "user_id" INTEGER;

-- CreateIndex
CREATE INDEX "trial_addresses_user_id_idx" ON "trial_addresses"("user_id");

-- AddForeignKey
ALTER TABLE "trial_addresses" ADD CONSTRAINT "trial_addresses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
