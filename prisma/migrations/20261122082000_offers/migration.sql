-- CreateEnum
CREATE TYPE "offer_kind" AS ENUM ('subscription', 'free', 'add_on', 'rent', 'buy');

-- CreateEnum
CREATE TYPE "sync_phase" AS ENUM ('idle', 'fetching', 'applying');

-- DropIndex
DROP INDEX "provider_medium_medium_id_provider_id_key";

-- AlterTable
ALTER TABLE "provider_medium" ADD COLUMN     "country" TEXT NOT NULL DEFAULT 'US',
ADD COLUMN     "currency" TEXT NOT NULL DEFAULT 'USD',
ADD COLUMN     "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "kind" "offer_kind" NOT NULL DEFAULT 'subscription',
ADD COLUMN     "leaving_on" DATE,
ADD COLUMN     "origin" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "quality" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "country" TEXT NOT NULL DEFAULT 'US',
ADD COLUMN     "digest_leaving_soon" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "digest_new_on_services" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "leaving_soon_queued_at" TIMESTAMPTZ(3),
ADD COLUMN     "new_on_services_queued_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "medium_ids" (
    "scheme" TEXT NOT NULL,
    "type" "medium_type" NOT NULL,
    "value" TEXT NOT NULL,
    "medium_id" INTEGER NOT NULL,

    CONSTRAINT "medium_ids_pkey" PRIMARY KEY ("scheme","type","value")
);

-- CreateTable
CREATE TABLE "source_titles" (
    "source" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "type" "medium_type" NOT NULL,
    "external_id" TEXT NOT NULL,
    "medium_id" INTEGER NOT NULL,
    "content_hash" TEXT NOT NULL,
    "delisted_at" TIMESTAMPTZ(3),

    CONSTRAINT "source_titles_pkey" PRIMARY KEY ("source","country","type","external_id")
);

-- CreateTable
CREATE TABLE "source_syncs" (
    "source" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "cursor" TEXT,
    "phase" "sync_phase" NOT NULL DEFAULT 'idle',
    "is_full" BOOLEAN NOT NULL DEFAULT true,
    "position" TEXT,
    "next_cursor" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "full_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "failure" TEXT,

    CONSTRAINT "source_syncs_pkey" PRIMARY KEY ("source","country")
);

-- CreateTable
CREATE TABLE "source_lines" (
    "source" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "type" "medium_type" NOT NULL,
    "external_id" TEXT NOT NULL,
    "line" TEXT,

    CONSTRAINT "source_lines_pkey" PRIMARY KEY ("source","country","type","external_id")
);

-- CreateTable
CREATE TABLE "user_wrong_offers" (
    "user_id" INTEGER NOT NULL,
    "provider_medium_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_wrong_offers_pkey" PRIMARY KEY ("user_id","provider_medium_id")
);

-- CreateIndex
CREATE INDEX "medium_ids_medium_id_idx" ON "medium_ids"("medium_id");

-- CreateIndex
CREATE INDEX "source_titles_source_type_external_id_idx" ON "source_titles"("source", "type", "external_id");

-- CreateIndex
CREATE INDEX "source_titles_medium_id_idx" ON "source_titles"("medium_id");

-- CreateIndex
CREATE INDEX "user_wrong_offers_provider_medium_id_idx" ON "user_wrong_offers"("provider_medium_id");

-- CreateIndex
CREATE UNIQUE INDEX "provider_medium_medium_id_provider_id_country_kind_quality_key" ON "provider_medium"("medium_id", "provider_id", "country", "kind", "quality");

-- AddForeignKey
ALTER TABLE "medium_ids" ADD CONSTRAINT "medium_ids_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_titles" ADD CONSTRAINT "source_titles_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_wrong_offers" ADD CONSTRAINT "user_wrong_offers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_wrong_offers" ADD CONSTRAINT "user_wrong_offers_provider_medium_id_fkey" FOREIGN KEY ("provider_medium_id") REFERENCES "provider_medium"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written by hand from here on.

ALTER TABLE provider_medium
  ADD CONSTRAINT provider_medium_country_check CHECK (country ~ '^[A-Z]{2}$'),
  ADD CONSTRAINT provider_medium_currency_check CHECK (currency ~ '^[A-Z]{3}$'),
  ADD CONSTRAINT provider_medium_quality_check CHECK (char_length(quality) <= 20);
ALTER TABLE users
  ADD CONSTRAINT users_country_check CHECK (country ~ '^[A-Z]{2}$');

UPDATE provider_medium AS offer
   SET origin = medium.source, first_seen_at = LEAST(offer.checked_at, offer.first_seen_at),
       kind = CASE WHEN offer.price_cents > 0 THEN 'rent' ELSE 'subscription' END::offer_kind
  FROM media AS medium WHERE medium.id = offer.medium_id;

INSERT INTO medium_ids (scheme, type, value, medium_id)
SELECT DISTINCT ON (type, external_id) 'imdb', type, external_id, id
  FROM media WHERE external_id ~ '^tt\d{5,}$' ORDER BY type, external_id, id;

-- The digests look only at users who asked for them.
CREATE INDEX users_digest_leaving_soon ON users (leaving_soon_queued_at) WHERE digest_leaving_soon;
CREATE INDEX users_digest_new_on_services ON users (new_on_services_queued_at) WHERE digest_new_on_services;
CREATE INDEX provider_medium_leaving_on ON provider_medium (leaving_on)
  WHERE leaving_on IS NOT NULL AND delisted_at IS NULL;
CREATE INDEX provider_medium_first_seen_at ON provider_medium (first_seen_at) WHERE delisted_at IS NULL;

SELECT marquee_watch('user_wrong_offers', 'marquee_notify_by_user_id');
