-- AlterTable
ALTER TABLE "checkout_attempts" ADD COLUMN     "access_from" TIMESTAMPTZ(3),
ADD COLUMN     "trial_days" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "stripe_customer_key" TEXT;

-- CreateTable
CREATE TABLE "billing_locks" (
    "user_id" INTEGER NOT NULL,
    "holder" TEXT NOT NULL,
    "locked_until" TIMESTAMPTZ(3) NOT NULL,
    "synced_at" TIMESTAMPTZ(3),

    CONSTRAINT "billing_locks_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "plan_places" (
    "id" SERIAL NOT NULL,
    "plan_id" INTEGER NOT NULL,
    "user_id" INTEGER,
    "taken_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "plan_places_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "trial_addresses" (
    "hash" TEXT NOT NULL,
    "given_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "trial_addresses_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "plan_places_user_id_idx" ON "plan_places"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "plan_places_plan_id_user_id_key" ON "plan_places"("plan_id", "user_id");

-- AddForeignKey
ALTER TABLE "billing_locks" ADD CONSTRAINT "billing_locks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_places" ADD CONSTRAINT "plan_places_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_places" ADD CONSTRAINT "plan_places_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- One open session per user over all prices: with two, both could be paid.
DROP INDEX checkout_attempts_one_open;
UPDATE checkout_attempts SET state = 'expired' WHERE state = 'open';
CREATE UNIQUE INDEX checkout_attempts_one_open ON checkout_attempts (user_id) WHERE state = 'open';
ALTER TABLE checkout_attempts ADD CONSTRAINT checkout_attempts_trial_check CHECK (trial_days BETWEEN 0 AND 730);

INSERT INTO plan_places (plan_id, user_id)
SELECT plans.id, users.id FROM users JOIN plans ON plans.id = users.plan_id
 WHERE plans.places IS NOT NULL AND users.subscription_processor IS NULL;

-- Every way to change an address reaches Stripe.
CREATE FUNCTION marquee_follow_stripe_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (kind, payload, user_id, dedupe_key)
  VALUES ('stripe_address', '{}', NEW.id, 'stripe_address:' || NEW.id)
  ON CONFLICT (dedupe_key)
    WHERE dedupe_key IS NOT NULL AND handed_at IS NULL AND done_at IS NULL AND dead_at IS NULL
  DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER users_stripe_address AFTER UPDATE OF email ON users
  FOR EACH ROW WHEN (OLD.email::text IS DISTINCT FROM NEW.email::text AND NEW.stripe_customer_id IS NOT NULL)
  EXECUTE FUNCTION marquee_follow_stripe_address();
