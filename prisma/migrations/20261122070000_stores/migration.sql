-- AlterTable
ALTER TABLE "users" ADD COLUMN     "store_account_token" UUID NOT NULL DEFAULT gen_random_uuid();

-- CreateTable
CREATE TABLE "store_subscriptions" (
    "id" TEXT NOT NULL,
    "processor" "subscription_processor" NOT NULL,
    "user_id" INTEGER,
    "pricing_id" INTEGER NOT NULL,
    "status" "subscription_status" NOT NULL,
    "period_end" TIMESTAMPTZ(3) NOT NULL,
    "cancel_at_period_end" BOOLEAN NOT NULL,
    "observed_at" TIMESTAMPTZ(3) NOT NULL,
    "purchase_token" TEXT,

    CONSTRAINT "store_subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "store_subscriptions_user_id_idx" ON "store_subscriptions"("user_id");

-- CreateIndex
CREATE INDEX "store_subscriptions_pricing_id_idx" ON "store_subscriptions"("pricing_id");

-- CreateIndex
CREATE INDEX "store_subscriptions_status_period_end_idx" ON "store_subscriptions"("status", "period_end");

-- CreateIndex
CREATE UNIQUE INDEX "users_store_account_token_key" ON "users"("store_account_token");

-- AddForeignKey
ALTER TABLE "store_notifications" ADD CONSTRAINT "store_notifications_store_subscription_id_fkey" FOREIGN KEY ("store_subscription_id") REFERENCES "store_subscriptions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "store_subscriptions" ADD CONSTRAINT "store_subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "store_subscriptions" ADD CONSTRAINT "store_subscriptions_pricing_id_fkey" FOREIGN KEY ("pricing_id") REFERENCES "pricings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE store_subscriptions ADD CONSTRAINT store_subscriptions_processor_check
  CHECK ((processor = 'apple' AND purchase_token IS NULL) OR (processor = 'google' AND purchase_token IS NOT NULL));

-- A plan at Stripe hides a store subscription that runs beside it. When it ends, the store's plan is shown again.
CREATE FUNCTION marquee_return_to_store() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (kind, payload, user_id, dedupe_key)
  SELECT 'store_sync', '{}', NEW.id, 'store_sync:' || NEW.id
   WHERE EXISTS (SELECT 1 FROM store_subscriptions
                  WHERE user_id = NEW.id AND status IN ('active', 'trialing', 'past_due'))
  ON CONFLICT (dedupe_key)
    WHERE dedupe_key IS NOT NULL AND handed_at IS NULL AND done_at IS NULL AND dead_at IS NULL
  DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER users_return_to_store AFTER UPDATE OF subscription_processor, subscription_status ON users
  FOR EACH ROW WHEN (OLD.subscription_processor = 'stripe'
    AND OLD.subscription_status IN ('active', 'trialing', 'past_due')
    AND NEW.subscription_processor IS NOT DISTINCT FROM 'stripe'
    AND NEW.subscription_status NOT IN ('active', 'trialing', 'past_due'))
  EXECUTE FUNCTION marquee_return_to_store();
