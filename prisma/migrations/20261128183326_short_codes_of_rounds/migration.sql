-- AlterTable
ALTER TABLE "rounds" ADD COLUMN     "ended_at" TIMESTAMPTZ(3),
ADD COLUMN     "short_code" TEXT;

-- CreateTable
CREATE TABLE "round_waiting" (
  "id" SERIAL NOT NULL,
  "round_id" INTEGER NOT NULL,
  "user_id" INTEGER,
  "guest_name" TEXT,
  "guest_key_hash" TEXT,
  "admitted" BOOLEAN,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "round_waiting_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "round_waiting_user_id_idx" ON "round_waiting"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "round_waiting_round_id_user_id_key" ON "round_waiting"("round_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "round_waiting_round_id_guest_key_hash_key" ON "round_waiting"("round_id", "guest_key_hash");

-- AddForeignKey
ALTER TABLE "round_waiting" ADD CONSTRAINT "round_waiting_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "rounds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "round_waiting" ADD CONSTRAINT "round_waiting_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written by hand: the rules of the new columns, as of `code` and of the people of a round.
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_short_code_check" CHECK (short_code ~ '^[2-9A-HJKMNP-Z]{6}$');
CREATE UNIQUE INDEX "rounds_short_code_key" ON "rounds" ("short_code") WHERE state <> 'ended';
ALTER TABLE "round_waiting"
  ADD CONSTRAINT "round_waiting_name_check" CHECK (char_length(guest_name) BETWEEN 3 AND 16),
  ADD CONSTRAINT "round_waiting_person_check"
  CHECK ((user_id IS NULL) = (guest_name IS NOT NULL) AND (user_id IS NULL) = (guest_key_hash IS NOT NULL));
