CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;


-- CreateEnum
CREATE TYPE "gender" AS ENUM ('male', 'female');

-- CreateEnum
CREATE TYPE "critical_rating_source" AS ENUM ('metacritic', 'none');

-- CreateEnum
CREATE TYPE "subscription_processor" AS ENUM ('stripe', 'apple', 'google');

-- CreateEnum
CREATE TYPE "subscription_status" AS ENUM ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused');

-- CreateEnum
CREATE TYPE "medium_type" AS ENUM ('movie', 'series');

-- CreateEnum
CREATE TYPE "credit_role" AS ENUM ('director', 'cast');

-- CreateEnum
CREATE TYPE "list_type" AS ENUM ('custom', 'watch_later', 'havent_watched', 'staff');

-- CreateEnum
CREATE TYPE "share_state" AS ENUM ('pending', 'accepted');

-- CreateEnum
CREATE TYPE "pricing_interval" AS ENUM ('month', 'year');

-- CreateEnum
CREATE TYPE "checkout_state" AS ENUM ('open', 'completed', 'expired', 'canceled', 'failed');

-- CreateEnum
CREATE TYPE "model_status" AS ENUM ('candidate', 'active', 'previous', 'refused');

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "email" CITEXT NOT NULL,
    "display_name" CITEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "signup_step" INTEGER NOT NULL DEFAULT 4,
    "token_version" INTEGER NOT NULL DEFAULT 0,
    "disabled_at" TIMESTAMPTZ(3),
    "first_name" TEXT,
    "last_name" TEXT,
    "phone_number" TEXT,
    "gender" "gender",
    "birthdate" DATE,
    "critical_rating_source" "critical_rating_source" NOT NULL DEFAULT 'none',
    "add_tags_while_rating" BOOLEAN NOT NULL DEFAULT true,
    "unavailable_titles" BOOLEAN NOT NULL DEFAULT false,
    "notify_shared_list" BOOLEAN NOT NULL DEFAULT true,
    "notify_added_medium_to_list" BOOLEAN NOT NULL DEFAULT true,
    "notify_removed_medium_from_list" BOOLEAN NOT NULL DEFAULT true,
    "notify_deleted_list" BOOLEAN NOT NULL DEFAULT true,
    "notify_accepted_list" BOOLEAN NOT NULL DEFAULT true,
    "notify_rate_movie_watched" BOOLEAN NOT NULL DEFAULT true,
    "trial_ends_at" TIMESTAMPTZ(3),
    "trial_reminder_sent_at" TIMESTAMPTZ(3),
    "plan_id" INTEGER,
    "pricing_id" INTEGER,
    "subscription_processor" "subscription_processor",
    "subscription_status" "subscription_status",
    "current_period_end" TIMESTAMPTZ(3),
    "cancel_at_period_end" BOOLEAN NOT NULL DEFAULT false,
    "stripe_customer_id" TEXT,
    "stripe_subscription_id" TEXT,
    "store_subscription_id" TEXT,
    "last_synced_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_preferences" (
    "user_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "user_preferences_pkey" PRIMARY KEY ("user_id","key")
);

-- CreateTable
CREATE TABLE "password_resets" (
    "user_id" INTEGER NOT NULL,
    "token_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "deletion_codes" (
    "user_id" INTEGER NOT NULL,
    "code_hash" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deletion_codes_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "bot_check_proofs" (
    "proof_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bot_check_proofs_pkey" PRIMARY KEY ("proof_hash")
);

-- CreateTable
CREATE TABLE "referral_sources" (
    "user_id" INTEGER NOT NULL,
    "referral_source" SMALLINT NOT NULL,
    "details" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "referral_sources_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "media" (
    "id" SERIAL NOT NULL,
    "source" TEXT NOT NULL,
    "type" "medium_type" NOT NULL,
    "external_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "search_title" TEXT NOT NULL DEFAULT '',
    "release_year" INTEGER,
    "runtime_minutes" INTEGER,
    "seasons" INTEGER,
    "age_rating" TEXT,
    "overview" TEXT,
    "video_url" TEXT,
    "poster_url" TEXT,
    "backdrop_url" TEXT,
    "critical_rating" SMALLINT,
    "votes" INTEGER,
    "popularity" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "countries" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "content_hash" TEXT NOT NULL DEFAULT '',
    "listed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delisted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "genres" (
    "id" SERIAL NOT NULL,
    "title" CITEXT NOT NULL,

    CONSTRAINT "genres_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "media_genres" (
    "medium_id" INTEGER NOT NULL,
    "genre_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "media_genres_pkey" PRIMARY KEY ("medium_id","genre_id")
);

-- CreateTable
CREATE TABLE "people" (
    "id" SERIAL NOT NULL,
    "source" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "full_name" TEXT NOT NULL,
    "search_name" TEXT NOT NULL DEFAULT '',
    "image_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "people_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credits" (
    "medium_id" INTEGER NOT NULL,
    "role" "credit_role" NOT NULL,
    "position" SMALLINT NOT NULL,
    "person_id" INTEGER NOT NULL,
    "character" TEXT,

    CONSTRAINT "credits_pkey" PRIMARY KEY ("medium_id","role","position")
);

-- CreateTable
CREATE TABLE "medium_providers" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "name" CITEXT NOT NULL,
    "image_url" TEXT,
    "featured" BOOLEAN NOT NULL DEFAULT false,
    "position" SMALLINT NOT NULL DEFAULT 0,
    "search_url_template" TEXT NOT NULL,

    CONSTRAINT "medium_providers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provider_medium" (
    "id" SERIAL NOT NULL,
    "medium_id" INTEGER NOT NULL,
    "provider_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "price_cents" INTEGER NOT NULL DEFAULT 0,
    "source" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delisted_at" TIMESTAMPTZ(3),

    CONSTRAINT "provider_medium_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "system_medium_tags" (
    "id" SERIAL NOT NULL,
    "tag" CITEXT NOT NULL,

    CONSTRAINT "system_medium_tags_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "medium_tags" (
    "medium_id" INTEGER NOT NULL,
    "tag_id" INTEGER NOT NULL,

    CONSTRAINT "medium_tags_pkey" PRIMARY KEY ("medium_id","tag_id")
);

-- CreateTable
CREATE TABLE "user_medium_ratings" (
    "user_id" INTEGER NOT NULL,
    "medium_id" INTEGER NOT NULL,
    "rating" SMALLINT NOT NULL,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_medium_ratings_pkey" PRIMARY KEY ("user_id","medium_id")
);

-- CreateTable
CREATE TABLE "user_medium_hiddens" (
    "user_id" INTEGER NOT NULL,
    "medium_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_medium_hiddens_pkey" PRIMARY KEY ("user_id","medium_id")
);

-- CreateTable
CREATE TABLE "user_medium_settings" (
    "user_id" INTEGER NOT NULL,
    "medium_id" INTEGER NOT NULL,
    "not_suggest_sharing" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "user_medium_settings_pkey" PRIMARY KEY ("user_id","medium_id")
);

-- CreateTable
CREATE TABLE "user_interactions" (
    "user_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "medium_id" INTEGER NOT NULL,
    "provider_medium_id" INTEGER,
    "answer" SMALLINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answered_at" TIMESTAMPTZ(3),
    "reminded_at" TIMESTAMPTZ(3),

    CONSTRAINT "user_interactions_pkey" PRIMARY KEY ("user_id","id")
);

-- CreateTable
CREATE TABLE "user_medium_providers" (
    "user_id" INTEGER NOT NULL,
    "provider_id" INTEGER NOT NULL,

    CONSTRAINT "user_medium_providers_pkey" PRIMARY KEY ("user_id","provider_id")
);

-- CreateTable
CREATE TABLE "user_medium_genres" (
    "user_id" INTEGER NOT NULL,
    "genre_id" INTEGER NOT NULL,

    CONSTRAINT "user_medium_genres_pkey" PRIMARY KEY ("user_id","genre_id")
);

-- CreateTable
CREATE TABLE "user_lists" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER,
    "list_type" "list_type" NOT NULL DEFAULT 'custom',
    "name" CITEXT NOT NULL,
    "blurb" TEXT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "collaborate" BOOLEAN NOT NULL DEFAULT false,
    "share_code" TEXT NOT NULL DEFAULT (gen_random_uuid())::text,
    "version" INTEGER NOT NULL DEFAULT 0,
    "media_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_lists_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_list_media" (
    "id" SERIAL NOT NULL,
    "list_id" INTEGER NOT NULL,
    "medium_id" INTEGER NOT NULL,
    "position" DOUBLE PRECISION NOT NULL,
    "added_by_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_list_media_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_list_shares" (
    "id" SERIAL NOT NULL,
    "list_id" INTEGER NOT NULL,
    "email" CITEXT NOT NULL,
    "user_id" INTEGER,
    "share_allowed" BOOLEAN NOT NULL DEFAULT false,
    "state" "share_state" NOT NULL DEFAULT 'pending',
    "code" TEXT NOT NULL DEFAULT (gen_random_uuid())::text,
    "invited_by_id" INTEGER,
    "expires_at" TIMESTAMPTZ(3),
    "accepted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_list_shares_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plans" (
    "id" SERIAL NOT NULL,
    "plan_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "position" SMALLINT NOT NULL DEFAULT 0,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "places" INTEGER,
    "stripe_product_id" TEXT,

    CONSTRAINT "plans_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pricings" (
    "id" SERIAL NOT NULL,
    "price_id" TEXT NOT NULL,
    "plan_id" INTEGER NOT NULL,
    "price_in_cents" INTEGER NOT NULL,
    "interval" "pricing_interval",
    "is_recurring" BOOLEAN NOT NULL,
    "is_free" BOOLEAN NOT NULL DEFAULT false,
    "access_months" INTEGER,
    "position" SMALLINT NOT NULL DEFAULT 0,
    "stripe_price_id" TEXT,

    CONSTRAINT "pricings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "checkout_attempts" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "pricing_id" INTEGER NOT NULL,
    "idempotency_key" TEXT NOT NULL DEFAULT (gen_random_uuid())::text,
    "state" "checkout_state" NOT NULL DEFAULT 'open',
    "stripe_session_id" TEXT,
    "url" TEXT,
    "success_url" TEXT NOT NULL,
    "cancel_url" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "checkout_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stripe_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "customer_id" TEXT,
    "object_id" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),

    CONSTRAINT "stripe_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "store_notifications" (
    "processor" "subscription_processor" NOT NULL,
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "store_subscription_id" TEXT,
    "payload" JSONB NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),

    CONSTRAINT "store_notifications_pkey" PRIMARY KEY ("processor","id")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "user_id" INTEGER,
    "dedupe_key" TEXT,
    "available_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "handed_at" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),
    "dead_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "feedbacks" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "content" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feedbacks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contact_messages" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER,
    "email" CITEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contact_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail_suppressions" (
    "address_hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_suppressions_pkey" PRIMARY KEY ("address_hash","kind")
);

-- CreateTable
CREATE TABLE "recommender_models" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "status" "model_status" NOT NULL DEFAULT 'candidate',
    "metadata" JSONB NOT NULL,
    "parameters" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recommender_models_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "medium_factors" (
    "model_id" INTEGER NOT NULL,
    "medium_id" INTEGER NOT NULL,
    "factor" BYTEA NOT NULL,

    CONSTRAINT "medium_factors_pkey" PRIMARY KEY ("model_id","medium_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "users_display_name_key" ON "users"("display_name");

-- CreateIndex
CREATE UNIQUE INDEX "users_stripe_customer_id_key" ON "users"("stripe_customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_stripe_subscription_id_key" ON "users"("stripe_subscription_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_store_subscription_id_key" ON "users"("store_subscription_id");

-- CreateIndex
CREATE INDEX "users_plan_id_idx" ON "users"("plan_id");

-- CreateIndex
CREATE INDEX "users_pricing_id_idx" ON "users"("pricing_id");

-- CreateIndex
CREATE UNIQUE INDEX "password_resets_token_hash_key" ON "password_resets"("token_hash");

-- CreateIndex
CREATE INDEX "bot_check_proofs_expires_at_idx" ON "bot_check_proofs"("expires_at");

-- CreateIndex
CREATE INDEX "media_search_title_trgm" ON "media" USING GIN ("search_title" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "media_popularity_id_idx" ON "media"("popularity" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "media_source_type_external_id_key" ON "media"("source", "type", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "genres_title_key" ON "genres"("title");

-- CreateIndex
CREATE INDEX "media_genres_genre_id_idx" ON "media_genres"("genre_id");

-- CreateIndex
CREATE INDEX "people_search_name_trgm" ON "people" USING GIN ("search_name" gin_trgm_ops);

-- CreateIndex
CREATE UNIQUE INDEX "people_source_external_id_key" ON "people"("source", "external_id");

-- CreateIndex
CREATE INDEX "credits_person_id_idx" ON "credits"("person_id");

-- CreateIndex
CREATE UNIQUE INDEX "credits_medium_id_role_person_id_key" ON "credits"("medium_id", "role", "person_id");

-- CreateIndex
CREATE UNIQUE INDEX "medium_providers_slug_key" ON "medium_providers"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "medium_providers_name_key" ON "medium_providers"("name");

-- CreateIndex
CREATE INDEX "provider_medium_provider_id_idx" ON "provider_medium"("provider_id");

-- CreateIndex
CREATE UNIQUE INDEX "provider_medium_medium_id_provider_id_key" ON "provider_medium"("medium_id", "provider_id");

-- CreateIndex
CREATE UNIQUE INDEX "system_medium_tags_tag_key" ON "system_medium_tags"("tag");

-- CreateIndex
CREATE INDEX "medium_tags_tag_id_idx" ON "medium_tags"("tag_id");

-- CreateIndex
CREATE INDEX "user_medium_ratings_user_id_updated_at_medium_id_idx" ON "user_medium_ratings"("user_id", "updated_at" DESC, "medium_id");

-- CreateIndex
CREATE INDEX "user_medium_ratings_medium_id_idx" ON "user_medium_ratings"("medium_id");

-- CreateIndex
CREATE INDEX "user_medium_hiddens_medium_id_idx" ON "user_medium_hiddens"("medium_id");

-- CreateIndex
CREATE INDEX "user_medium_settings_medium_id_idx" ON "user_medium_settings"("medium_id");

-- CreateIndex
CREATE INDEX "user_interactions_user_id_medium_id_created_at_idx" ON "user_interactions"("user_id", "medium_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "user_interactions_medium_id_idx" ON "user_interactions"("medium_id");

-- CreateIndex
CREATE INDEX "user_interactions_provider_medium_id_idx" ON "user_interactions"("provider_medium_id");

-- CreateIndex
CREATE INDEX "user_medium_providers_provider_id_idx" ON "user_medium_providers"("provider_id");

-- CreateIndex
CREATE INDEX "user_medium_genres_genre_id_idx" ON "user_medium_genres"("genre_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_lists_share_code_key" ON "user_lists"("share_code");

-- CreateIndex
CREATE UNIQUE INDEX "user_lists_owner_id_name_key" ON "user_lists"("owner_id", "name");

-- CreateIndex
CREATE INDEX "user_list_media_list_id_position_id_idx" ON "user_list_media"("list_id", "position", "id");

-- CreateIndex
CREATE INDEX "user_list_media_medium_id_idx" ON "user_list_media"("medium_id");

-- CreateIndex
CREATE INDEX "user_list_media_added_by_id_idx" ON "user_list_media"("added_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_list_media_list_id_medium_id_key" ON "user_list_media"("list_id", "medium_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_list_shares_code_key" ON "user_list_shares"("code");

-- CreateIndex
CREATE INDEX "user_list_shares_email_idx" ON "user_list_shares"("email");

-- CreateIndex
CREATE INDEX "user_list_shares_invited_by_id_idx" ON "user_list_shares"("invited_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_list_shares_list_id_email_key" ON "user_list_shares"("list_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "user_list_shares_user_id_list_id_key" ON "user_list_shares"("user_id", "list_id");

-- CreateIndex
CREATE UNIQUE INDEX "plans_plan_id_key" ON "plans"("plan_id");

-- CreateIndex
CREATE UNIQUE INDEX "plans_stripe_product_id_key" ON "plans"("stripe_product_id");

-- CreateIndex
CREATE UNIQUE INDEX "pricings_price_id_key" ON "pricings"("price_id");

-- CreateIndex
CREATE UNIQUE INDEX "pricings_stripe_price_id_key" ON "pricings"("stripe_price_id");

-- CreateIndex
CREATE INDEX "pricings_plan_id_idx" ON "pricings"("plan_id");

-- CreateIndex
CREATE UNIQUE INDEX "checkout_attempts_idempotency_key_key" ON "checkout_attempts"("idempotency_key");

-- CreateIndex
CREATE UNIQUE INDEX "checkout_attempts_stripe_session_id_key" ON "checkout_attempts"("stripe_session_id");

-- CreateIndex
CREATE INDEX "checkout_attempts_user_id_created_at_idx" ON "checkout_attempts"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "checkout_attempts_pricing_id_idx" ON "checkout_attempts"("pricing_id");

-- CreateIndex
CREATE INDEX "stripe_events_customer_id_idx" ON "stripe_events"("customer_id");

-- CreateIndex
CREATE INDEX "store_notifications_store_subscription_id_idx" ON "store_notifications"("store_subscription_id");

-- CreateIndex
CREATE INDEX "outbox_user_id_idx" ON "outbox"("user_id");

-- CreateIndex
CREATE INDEX "outbox_done_at_idx" ON "outbox"("done_at");

-- CreateIndex
CREATE INDEX "feedbacks_user_id_idx" ON "feedbacks"("user_id");

-- CreateIndex
CREATE INDEX "contact_messages_user_id_idx" ON "contact_messages"("user_id");

-- CreateIndex
CREATE INDEX "contact_messages_email_idx" ON "contact_messages"("email");

-- CreateIndex
CREATE UNIQUE INDEX "recommender_models_kind_version_key" ON "recommender_models"("kind", "version");

-- CreateIndex
CREATE INDEX "medium_factors_medium_id_idx" ON "medium_factors"("medium_id");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_pricing_id_fkey" FOREIGN KEY ("pricing_id") REFERENCES "pricings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_preferences" ADD CONSTRAINT "user_preferences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deletion_codes" ADD CONSTRAINT "deletion_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referral_sources" ADD CONSTRAINT "referral_sources_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media_genres" ADD CONSTRAINT "media_genres_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media_genres" ADD CONSTRAINT "media_genres_genre_id_fkey" FOREIGN KEY ("genre_id") REFERENCES "genres"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credits" ADD CONSTRAINT "credits_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credits" ADD CONSTRAINT "credits_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_medium" ADD CONSTRAINT "provider_medium_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_medium" ADD CONSTRAINT "provider_medium_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "medium_providers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "medium_tags" ADD CONSTRAINT "medium_tags_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "medium_tags" ADD CONSTRAINT "medium_tags_tag_id_fkey" FOREIGN KEY ("tag_id") REFERENCES "system_medium_tags"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_medium_ratings" ADD CONSTRAINT "user_medium_ratings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_medium_ratings" ADD CONSTRAINT "user_medium_ratings_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_medium_hiddens" ADD CONSTRAINT "user_medium_hiddens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_medium_hiddens" ADD CONSTRAINT "user_medium_hiddens_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_medium_settings" ADD CONSTRAINT "user_medium_settings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_medium_settings" ADD CONSTRAINT "user_medium_settings_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_interactions" ADD CONSTRAINT "user_interactions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_interactions" ADD CONSTRAINT "user_interactions_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_interactions" ADD CONSTRAINT "user_interactions_provider_medium_id_fkey" FOREIGN KEY ("provider_medium_id") REFERENCES "provider_medium"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_medium_providers" ADD CONSTRAINT "user_medium_providers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_medium_providers" ADD CONSTRAINT "user_medium_providers_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "medium_providers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_medium_genres" ADD CONSTRAINT "user_medium_genres_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_medium_genres" ADD CONSTRAINT "user_medium_genres_genre_id_fkey" FOREIGN KEY ("genre_id") REFERENCES "genres"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_lists" ADD CONSTRAINT "user_lists_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_list_media" ADD CONSTRAINT "user_list_media_list_id_fkey" FOREIGN KEY ("list_id") REFERENCES "user_lists"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_list_media" ADD CONSTRAINT "user_list_media_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_list_media" ADD CONSTRAINT "user_list_media_added_by_id_fkey" FOREIGN KEY ("added_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_list_shares" ADD CONSTRAINT "user_list_shares_list_id_fkey" FOREIGN KEY ("list_id") REFERENCES "user_lists"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_list_shares" ADD CONSTRAINT "user_list_shares_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_list_shares" ADD CONSTRAINT "user_list_shares_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pricings" ADD CONSTRAINT "pricings_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_attempts" ADD CONSTRAINT "checkout_attempts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_attempts" ADD CONSTRAINT "checkout_attempts_pricing_id_fkey" FOREIGN KEY ("pricing_id") REFERENCES "pricings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "feedbacks" ADD CONSTRAINT "feedbacks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "medium_factors" ADD CONSTRAINT "medium_factors_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "recommender_models"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "medium_factors" ADD CONSTRAINT "medium_factors_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;
