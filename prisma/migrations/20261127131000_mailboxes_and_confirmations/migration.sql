-- The tokens whose user confirmed the password, for actions that a stolen token must not do.
CREATE TABLE "password_confirmations" (
    "token_hash" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "password_confirmations_pkey" PRIMARY KEY ("token_hash")
);
CREATE INDEX "password_confirmations_user_id_idx" ON "password_confirmations"("user_id");
ALTER TABLE "password_confirmations" ADD CONSTRAINT "password_confirmations_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A place belongs to the mailbox that took it, whatever address its user has since.
ALTER TABLE "plan_places" ADD COLUMN "mailbox_hash" TEXT;
CREATE UNIQUE INDEX "plan_places_plan_id_mailbox_hash_key" ON "plan_places"("plan_id", "mailbox_hash");

-- A trial that somebody took without proof of the mailbox passes to the first user who proves it.
ALTER TABLE "trial_addresses" ADD COLUMN "is_proven" BOOLEAN NOT NULL DEFAULT false;
UPDATE trial_addresses AS trial SET is_proven = true
 WHERE user_id IS NULL
    OR EXISTS (SELECT 1 FROM users WHERE id = trial.user_id AND email_verified_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM previous_emails WHERE user_id = trial.user_id);
