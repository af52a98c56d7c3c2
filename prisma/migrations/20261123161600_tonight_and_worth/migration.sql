-- CreateTable
CREATE TABLE "provider_prices" (
    "provider_id" INTEGER NOT NULL,
    "country" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "price_cents" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "listed_on" DATE NOT NULL,
    "source" TEXT NOT NULL,

    CONSTRAINT "provider_prices_pkey" PRIMARY KEY ("provider_id","country","plan")
);

-- CreateTable
CREATE TABLE "user_not_tonight" (
    "user_id" INTEGER NOT NULL,
    "medium_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_not_tonight_pkey" PRIMARY KEY ("user_id","medium_id")
);

-- CreateTable
CREATE TABLE "user_provider_prices" (
    "user_id" INTEGER NOT NULL,
    "provider_id" INTEGER NOT NULL,
    "price_cents" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_provider_prices_pkey" PRIMARY KEY ("user_id","provider_id")
);

-- CreateIndex
CREATE INDEX "user_not_tonight_medium_id_idx" ON "user_not_tonight"("medium_id");

-- CreateIndex
CREATE INDEX "user_not_tonight_created_at_idx" ON "user_not_tonight"("created_at");

-- CreateIndex
CREATE INDEX "user_provider_prices_provider_id_idx" ON "user_provider_prices"("provider_id");

-- AddForeignKey
ALTER TABLE "provider_prices" ADD CONSTRAINT "provider_prices_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "medium_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_not_tonight" ADD CONSTRAINT "user_not_tonight_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_not_tonight" ADD CONSTRAINT "user_not_tonight_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_provider_prices" ADD CONSTRAINT "user_provider_prices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_provider_prices" ADD CONSTRAINT "user_provider_prices_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "medium_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE provider_prices
  ADD CONSTRAINT provider_prices_price_check CHECK (price_cents >= 0),
  ADD CONSTRAINT provider_prices_currency_check CHECK (currency ~ '^[A-Z]{3}$');
ALTER TABLE user_provider_prices
  ADD CONSTRAINT user_provider_prices_price_check CHECK (price_cents BETWEEN 0 AND 100000),
  ADD CONSTRAINT user_provider_prices_currency_check CHECK (currency ~ '^[A-Z]{3}$');
