-- The tables, as schema.prisma has them, and what Prisma's schema cannot say about one table: checks, partial and
-- functional indexes. The columns have the order that the former migrations gave them
-- (prisma/scripts/former-migrations.ts), so that a new and an adopted database have one schema.

CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

CREATE TYPE checkout_state AS ENUM ('open', 'completed', 'expired', 'canceled', 'failed');
CREATE TYPE credit_role AS ENUM ('director', 'cast');
CREATE TYPE critical_rating_source AS ENUM ('metacritic', 'none');
CREATE TYPE email_code_purpose AS ENUM ('confirm', 'restore', 'restore_confirmed');
CREATE TYPE gender AS ENUM ('male', 'female');
CREATE TYPE list_action AS ENUM ('added', 'removed', 'moved', 'renamed');
CREATE TYPE list_type AS ENUM ('custom', 'watch_later', 'havent_watched', 'staff');
CREATE TYPE medium_type AS ENUM ('movie', 'series');
CREATE TYPE model_status AS ENUM ('retired', 'active', 'previous', 'refused');
CREATE TYPE offer_kind AS ENUM ('subscription', 'free', 'add_on', 'rent', 'buy');
CREATE TYPE pricing_interval AS ENUM ('month', 'year');
CREATE TYPE round_mode AS ENUM ('list', 'swipe');
CREATE TYPE round_state AS ENUM ('open', 'voting', 'decided', 'ended');
CREATE TYPE share_state AS ENUM ('pending', 'accepted');
CREATE TYPE subscription_processor AS ENUM ('stripe', 'apple', 'google');
CREATE TYPE subscription_status AS ENUM (
  'incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused'
);
CREATE TYPE sync_phase AS ENUM ('idle', 'fetching', 'applying');
CREATE TYPE wrong_offer_kind AS ENUM ('gone', 'price', 'link');

-- Accents, case, apostrophes and punctuation do not matter in search. The punctuation is spelt out because
-- character classes depend on the database's locale.
CREATE FUNCTION marquee_search_text(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(
    regexp_replace(
      replace(lower(public.unaccent('public.unaccent'::regdictionary, value)), '&', ' and '),
      '[''’‘`´]', '', 'g'),
    '[][!"#$%()*+,./:;<=>?@\\^_{|}~–—…¡¿·«»“”\s-]+', ' ', 'g'))
$$;

CREATE TABLE billing_locks (
  user_id integer NOT NULL,
  holder text NOT NULL,
  locked_until timestamptz(3) NOT NULL,
  synced_at timestamptz(3),
  CONSTRAINT billing_locks_pkey PRIMARY KEY (user_id)
);

CREATE TABLE bot_check_proofs (
  proof_hash text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT bot_check_proofs_pkey PRIMARY KEY (proof_hash)
);
CREATE INDEX bot_check_proofs_expires_at_idx ON bot_check_proofs (expires_at);

CREATE TABLE checkout_attempts (
  id serial NOT NULL,
  user_id integer NOT NULL,
  pricing_id integer NOT NULL,
  idempotency_key text DEFAULT gen_random_uuid()::text NOT NULL,
  state checkout_state DEFAULT 'open' NOT NULL,
  stripe_session_id text,
  url text,
  success_url text NOT NULL,
  cancel_url text NOT NULL,
  expires_at timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  access_from timestamptz(3),
  trial_days integer DEFAULT 0 NOT NULL,
  CONSTRAINT checkout_attempts_trial_check CHECK (trial_days BETWEEN 0 AND 730),
  CONSTRAINT checkout_attempts_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX checkout_attempts_idempotency_key_key ON checkout_attempts (idempotency_key);
-- One open session per user over all prices: with two, both could be paid.
CREATE UNIQUE INDEX checkout_attempts_one_open ON checkout_attempts (user_id) WHERE (state = 'open');
CREATE INDEX checkout_attempts_pricing_id_idx ON checkout_attempts (pricing_id);
CREATE UNIQUE INDEX checkout_attempts_stripe_session_id_key ON checkout_attempts (stripe_session_id);
CREATE INDEX checkout_attempts_user_id_created_at_idx ON checkout_attempts (user_id, created_at DESC);

CREATE TABLE contact_messages (
  id serial NOT NULL,
  user_id integer,
  email citext NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT contact_messages_size_check CHECK ((char_length(subject) BETWEEN 1 AND 200) AND (char_length(message) BETWEEN 5 AND 5000)),
  CONSTRAINT contact_messages_pkey PRIMARY KEY (id)
);
CREATE INDEX contact_messages_email_idx ON contact_messages (email);
CREATE INDEX contact_messages_user_id_idx ON contact_messages (user_id);

CREATE TABLE credits (
  medium_id integer NOT NULL,
  role credit_role NOT NULL,
  "position" smallint NOT NULL,
  person_id integer NOT NULL,
  CONSTRAINT credits_position_check CHECK ("position" >= 0),
  CONSTRAINT credits_pkey PRIMARY KEY (medium_id, role, "position")
);
CREATE UNIQUE INDEX credits_medium_id_role_person_id_key ON credits (medium_id, role, person_id);
CREATE INDEX credits_person_id_idx ON credits (person_id);

CREATE TABLE deletion_attempts (
  user_id integer NOT NULL,
  client text NOT NULL,
  attempts integer DEFAULT 1 NOT NULL,
  CONSTRAINT deletion_attempts_pkey PRIMARY KEY (user_id, client)
);

CREATE TABLE deletion_codes (
  user_id integer NOT NULL,
  code_hash text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT deletion_codes_attempts_check CHECK (attempts BETWEEN 0 AND 5),
  CONSTRAINT deletion_codes_pkey PRIMARY KEY (user_id)
);

CREATE TABLE email_codes (
  code_hash text NOT NULL,
  user_id integer NOT NULL,
  purpose email_code_purpose NOT NULL,
  email citext NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT email_codes_pkey PRIMARY KEY (code_hash)
);
CREATE INDEX email_codes_email_idx ON email_codes (email);
CREATE UNIQUE INDEX email_codes_user_id_purpose_email_key ON email_codes (user_id, purpose, email);

CREATE TABLE ended_tokens (
  token_hash text NOT NULL,
  user_id integer NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT ended_tokens_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX ended_tokens_user_id_idx ON ended_tokens (user_id);

CREATE TABLE feedbacks (
  id serial NOT NULL,
  user_id integer NOT NULL,
  content text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT feedbacks_content_check CHECK (char_length(content) BETWEEN 5 AND 5000),
  CONSTRAINT feedbacks_pkey PRIMARY KEY (id)
);
CREATE INDEX feedbacks_user_id_idx ON feedbacks (user_id);

CREATE TABLE genres (
  id serial NOT NULL,
  title citext NOT NULL,
  CONSTRAINT genres_title_check CHECK (title <> ''),
  CONSTRAINT genres_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX genres_title_key ON genres (title);

CREATE TABLE mail_suppressions (
  address_hash text NOT NULL,
  kind text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT mail_suppressions_pkey PRIMARY KEY (address_hash, kind)
);

CREATE TABLE media (
  id serial NOT NULL,
  source text NOT NULL,
  type medium_type NOT NULL,
  external_id text NOT NULL,
  title text NOT NULL,
  release_year integer,
  runtime_minutes integer,
  seasons integer,
  age_rating text,
  overview text,
  video_url text,
  poster_url text,
  backdrop_url text,
  critical_rating smallint,
  votes integer,
  popularity double precision DEFAULT 0 NOT NULL,
  countries text[] DEFAULT ARRAY[]::text[],
  content_hash text DEFAULT '' NOT NULL,
  delisted_at timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  new_season_on date,
  merged_into integer,
  CONSTRAINT media_critical_rating_check CHECK (critical_rating BETWEEN 0 AND 100),
  CONSTRAINT media_merged_check CHECK ((merged_into IS NULL) OR ((merged_into <> id) AND (delisted_at IS NOT NULL))),
  CONSTRAINT media_popularity_check CHECK ((popularity >= 0) AND (popularity < 'Infinity')),
  CONSTRAINT media_release_year_check CHECK (release_year BETWEEN 1870 AND 2200),
  CONSTRAINT media_runtime_check CHECK (runtime_minutes > 0),
  CONSTRAINT media_seasons_check CHECK (seasons > 0),
  CONSTRAINT media_title_check CHECK (title <> ''),
  CONSTRAINT media_votes_check CHECK (votes >= 0),
  CONSTRAINT media_pkey PRIMARY KEY (id)
);
CREATE INDEX media_external_id_idx ON media (external_id);
CREATE INDEX media_merged_into_idx ON media (merged_into);
CREATE INDEX media_popularity_id_idx ON media (popularity DESC, id);
-- Imports look titles up by their search text, and suggest similar ones.
CREATE INDEX media_search_text ON media (marquee_search_text(title));
CREATE INDEX media_search_text_similar ON media USING gin (marquee_search_text(title) gin_trgm_ops);
CREATE UNIQUE INDEX media_source_type_external_id_key ON media (source, type, external_id);

CREATE TABLE media_genres (
  medium_id integer NOT NULL,
  genre_id integer NOT NULL,
  "position" smallint DEFAULT 0 NOT NULL,
  CONSTRAINT media_genres_position_check CHECK ("position" >= 0),
  CONSTRAINT media_genres_pkey PRIMARY KEY (medium_id, genre_id)
);
CREATE INDEX media_genres_genre_id_idx ON media_genres (genre_id);

CREATE TABLE medium_ids (
  scheme text NOT NULL,
  type medium_type NOT NULL,
  value text NOT NULL,
  medium_id integer NOT NULL,
  CONSTRAINT medium_ids_pkey PRIMARY KEY (scheme, type, value)
);
CREATE INDEX medium_ids_medium_id_idx ON medium_ids (medium_id);

CREATE TABLE medium_providers (
  id serial NOT NULL,
  slug text NOT NULL,
  name citext NOT NULL,
  image_url text,
  featured boolean DEFAULT false NOT NULL,
  "position" smallint DEFAULT 0 NOT NULL,
  search_url_template text NOT NULL,
  CONSTRAINT medium_providers_template_check CHECK (search_url_template ~ '^https?://'),
  CONSTRAINT medium_providers_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX medium_providers_name_key ON medium_providers (name);
CREATE UNIQUE INDEX medium_providers_slug_key ON medium_providers (slug);

CREATE TABLE medium_titles (
  medium_id integer NOT NULL,
  language text NOT NULL,
  title text NOT NULL,
  source text NOT NULL,
  CONSTRAINT medium_titles_language_check CHECK (language ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'),
  CONSTRAINT medium_titles_title_check CHECK (char_length(title) BETWEEN 1 AND 500),
  CONSTRAINT medium_titles_pkey PRIMARY KEY (medium_id, language)
);
CREATE INDEX medium_titles_search_text ON medium_titles (marquee_search_text(title));
CREATE INDEX medium_titles_search_text_similar ON medium_titles USING gin (marquee_search_text(title) gin_trgm_ops);

CREATE TABLE outbox (
  id serial NOT NULL,
  kind text NOT NULL,
  payload jsonb NOT NULL,
  user_id integer,
  dedupe_key text,
  available_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  last_error text,
  handed_at timestamptz(3),
  done_at timestamptz(3),
  dead_at timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  attempt_by text,
  crashes integer DEFAULT 0 NOT NULL,
  replays integer DEFAULT 0 NOT NULL,
  CONSTRAINT outbox_attempts_check CHECK (attempts >= 0),
  CONSTRAINT outbox_end_check CHECK ((done_at IS NULL) OR (dead_at IS NULL)),
  CONSTRAINT outbox_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX outbox_dedupe ON outbox (dedupe_key) WHERE ((dedupe_key IS NOT NULL) AND (handed_at IS NULL) AND (done_at IS NULL) AND (dead_at IS NULL));
CREATE INDEX outbox_done_at_idx ON outbox (done_at);
CREATE INDEX outbox_edits ON outbox ((((payload ->> 'listId'))::integer), id) WHERE ((kind = 'list_edited') AND (done_at IS NULL) AND (dead_at IS NULL));
CREATE INDEX outbox_handed ON outbox (handed_at, id) WHERE ((handed_at IS NOT NULL) AND (done_at IS NULL) AND (dead_at IS NULL));
CREATE INDEX outbox_user_id_idx ON outbox (user_id);
CREATE INDEX outbox_waiting ON outbox (available_at, id) WHERE ((handed_at IS NULL) AND (done_at IS NULL) AND (dead_at IS NULL));

-- The tokens whose user confirmed the password, for actions that a stolen token must not do.
CREATE TABLE password_confirmations (
  token_hash text NOT NULL,
  user_id integer NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT password_confirmations_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX password_confirmations_user_id_idx ON password_confirmations (user_id);

CREATE TABLE password_resets (
  user_id integer NOT NULL,
  token_hash text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT password_resets_pkey PRIMARY KEY (user_id)
);
CREATE UNIQUE INDEX password_resets_token_hash_key ON password_resets (token_hash);

CREATE TABLE people (
  id serial NOT NULL,
  source text NOT NULL,
  external_id text NOT NULL,
  full_name text NOT NULL,
  image_url text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT people_full_name_check CHECK (full_name <> ''),
  CONSTRAINT people_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX people_source_external_id_key ON people (source, external_id);

CREATE TABLE plan_places (
  id serial NOT NULL,
  plan_id integer NOT NULL,
  user_id integer,
  taken_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  mailbox_hash text,
  CONSTRAINT plan_places_pkey PRIMARY KEY (id)
);
-- A place belongs to the mailbox that took it, whatever address its user has since.
CREATE UNIQUE INDEX plan_places_plan_id_mailbox_hash_key ON plan_places (plan_id, mailbox_hash);
CREATE UNIQUE INDEX plan_places_plan_id_user_id_key ON plan_places (plan_id, user_id);
CREATE INDEX plan_places_user_id_idx ON plan_places (user_id);

CREATE TABLE plans (
  id serial NOT NULL,
  plan_id text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  "position" smallint DEFAULT 0 NOT NULL,
  active boolean DEFAULT true NOT NULL,
  places integer,
  stripe_product_id text,
  CONSTRAINT plans_places_check CHECK (places >= 0),
  CONSTRAINT plans_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX plans_plan_id_key ON plans (plan_id);
CREATE UNIQUE INDEX plans_stripe_product_id_key ON plans (stripe_product_id);

CREATE TABLE previous_emails (
  user_id integer NOT NULL,
  email citext NOT NULL,
  left_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT previous_emails_pkey PRIMARY KEY (user_id, email)
);

CREATE TABLE pricings (
  id serial NOT NULL,
  price_id text NOT NULL,
  plan_id integer NOT NULL,
  price_in_cents integer NOT NULL,
  "interval" pricing_interval,
  is_recurring boolean NOT NULL,
  is_free boolean DEFAULT false NOT NULL,
  access_months integer,
  "position" smallint DEFAULT 0 NOT NULL,
  stripe_price_id text,
  CONSTRAINT pricings_access_check CHECK ((access_months IS NULL) OR ((access_months > 0) AND (NOT is_recurring))),
  CONSTRAINT pricings_amount_check CHECK ((price_in_cents >= 0) AND (is_free = (price_in_cents = 0))),
  CONSTRAINT pricings_interval_check CHECK (is_recurring = ("interval" IS NOT NULL)),
  CONSTRAINT pricings_pkey PRIMARY KEY (id)
);
CREATE INDEX pricings_plan_id_idx ON pricings (plan_id);
CREATE UNIQUE INDEX pricings_price_id_key ON pricings (price_id);
CREATE UNIQUE INDEX pricings_stripe_price_id_key ON pricings (stripe_price_id);

CREATE TABLE provider_medium (
  id serial NOT NULL,
  medium_id integer NOT NULL,
  provider_id integer NOT NULL,
  url text NOT NULL,
  price_cents integer DEFAULT 0 NOT NULL,
  source text NOT NULL,
  checked_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  delisted_at timestamptz(3),
  country text DEFAULT 'US' NOT NULL,
  currency text DEFAULT 'USD' NOT NULL,
  first_seen_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  kind offer_kind DEFAULT 'subscription' NOT NULL,
  leaving_on date,
  origin text DEFAULT '' NOT NULL,
  quality text DEFAULT '' NOT NULL,
  CONSTRAINT provider_medium_country_check CHECK (country ~ '^[A-Z]{2}$'),
  CONSTRAINT provider_medium_currency_check CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT provider_medium_price_check CHECK (price_cents >= 0),
  CONSTRAINT provider_medium_quality_check CHECK (char_length(quality) <= 20),
  CONSTRAINT provider_medium_url_check CHECK (url ~ '^https?://'),
  CONSTRAINT provider_medium_pkey PRIMARY KEY (id)
);
CREATE INDEX provider_medium_first_seen_at ON provider_medium (first_seen_at) WHERE (delisted_at IS NULL);
CREATE INDEX provider_medium_leaving_on ON provider_medium (leaving_on) WHERE ((leaving_on IS NOT NULL) AND (delisted_at IS NULL));
CREATE UNIQUE INDEX provider_medium_medium_id_provider_id_country_kind_quality_key ON provider_medium (medium_id, provider_id, country, kind, quality);
CREATE INDEX provider_medium_provider_id_idx ON provider_medium (provider_id);

CREATE TABLE provider_prices (
  provider_id integer NOT NULL,
  country text NOT NULL,
  plan text NOT NULL,
  price_cents integer NOT NULL,
  currency text NOT NULL,
  listed_on date NOT NULL,
  source text NOT NULL,
  CONSTRAINT provider_prices_currency_check CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT provider_prices_price_check CHECK (price_cents >= 0),
  CONSTRAINT provider_prices_pkey PRIMARY KEY (provider_id, country, plan)
);

CREATE TABLE recommender_model_parts (
  model_id integer NOT NULL,
  part integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT recommender_model_parts_pkey PRIMARY KEY (model_id, part)
);
-- Factors do not shrink: trying to compress them costs time and saves nothing.
ALTER TABLE recommender_model_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE recommender_models (
  id serial NOT NULL,
  kind text NOT NULL,
  version integer NOT NULL,
  status model_status NOT NULL,
  metadata jsonb NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT recommender_models_kind_check CHECK (kind ~ '^[a-z_]+$'),
  CONSTRAINT recommender_models_version_check CHECK (version > 0),
  CONSTRAINT recommender_models_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX recommender_models_kind_version_key ON recommender_models (kind, version);
CREATE UNIQUE INDEX recommender_models_one_active ON recommender_models (kind) WHERE (status = 'active');
CREATE UNIQUE INDEX recommender_models_one_previous ON recommender_models (kind) WHERE (status = 'previous');

CREATE TABLE referral_sources (
  user_id integer NOT NULL,
  referral_source smallint NOT NULL,
  details text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT referral_sources_details_check CHECK ((char_length(details) <= 255) AND ((referral_source <> 8) OR ((details IS NOT NULL) AND (char_length(details) > 3)))),
  CONSTRAINT referral_sources_source_check CHECK (referral_source BETWEEN 1 AND 8),
  CONSTRAINT referral_sources_pkey PRIMARY KEY (user_id)
);

CREATE TABLE round_invitations (
  user_id integer NOT NULL,
  round_id integer NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT round_invitations_pkey PRIMARY KEY (user_id, round_id)
);
CREATE INDEX round_invitations_round_id_idx ON round_invitations (round_id);

CREATE TABLE round_members (
  id serial NOT NULL,
  round_id integer NOT NULL,
  user_id integer,
  guest_name text,
  guest_key_hash text,
  is_host boolean DEFAULT false NOT NULL,
  ready boolean DEFAULT false NOT NULL,
  show_match boolean DEFAULT false NOT NULL,
  bands smallint[] DEFAULT ARRAY[]::smallint[],
  joined_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  removed_at timestamptz(3),
  CONSTRAINT round_members_host_check CHECK ((NOT is_host) OR (user_id IS NOT NULL)),
  CONSTRAINT round_members_name_check CHECK (char_length(guest_name) BETWEEN 3 AND 16),
  CONSTRAINT round_members_person_check CHECK ((user_id IS NULL) = (guest_name IS NOT NULL)),
  CONSTRAINT round_members_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX round_members_host_key ON round_members (round_id) WHERE is_host;
CREATE UNIQUE INDEX round_members_round_id_guest_key_hash_key ON round_members (round_id, guest_key_hash);
CREATE UNIQUE INDEX round_members_round_id_user_id_key ON round_members (round_id, user_id);
CREATE INDEX round_members_user_id_idx ON round_members (user_id);

CREATE TABLE round_ratings (
  member_id integer NOT NULL,
  medium_id integer NOT NULL,
  rating smallint NOT NULL,
  CONSTRAINT round_ratings_rating_check CHECK (rating BETWEEN 0 AND 10),
  CONSTRAINT round_ratings_pkey PRIMARY KEY (member_id, medium_id)
);
CREATE INDEX round_ratings_medium_id_idx ON round_ratings (medium_id);

CREATE TABLE round_votes (
  member_id integer NOT NULL,
  medium_id integer NOT NULL,
  yes boolean NOT NULL,
  CONSTRAINT round_votes_pkey PRIMARY KEY (member_id, medium_id)
);
CREATE INDEX round_votes_medium_id_idx ON round_votes (medium_id);

CREATE TABLE rounds (
  id serial NOT NULL,
  code text NOT NULL,
  mode round_mode NOT NULL,
  state round_state DEFAULT 'open' NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  country text NOT NULL,
  minutes smallint,
  mood text,
  max_age_rating text,
  deck_ids integer[],
  medium_ids integer[] DEFAULT ARRAY[]::integer[],
  winner_id integer,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT rounds_code_check CHECK (code ~ '^[2-9a-hjkmnp-z]{13}$'),
  CONSTRAINT rounds_deck_check CHECK ((cardinality(deck_ids) <= 60) AND (cardinality(medium_ids) <= 60)),
  CONSTRAINT rounds_winner_check CHECK ((state <> 'decided') OR (winner_id IS NOT NULL)),
  CONSTRAINT rounds_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX rounds_code_key ON rounds (code);
CREATE INDEX rounds_expires_at_idx ON rounds (expires_at);
CREATE INDEX rounds_winner_id_idx ON rounds (winner_id);

CREATE TABLE source_lines (
  source text NOT NULL,
  country text NOT NULL,
  type medium_type NOT NULL,
  external_id text NOT NULL,
  line text,
  CONSTRAINT source_lines_pkey PRIMARY KEY (source, country, type, external_id)
);

CREATE TABLE source_syncs (
  source text NOT NULL,
  country text NOT NULL,
  cursor text,
  phase sync_phase DEFAULT 'idle' NOT NULL,
  is_full boolean DEFAULT true NOT NULL,
  "position" text,
  next_cursor text,
  started_at timestamptz(3),
  full_at timestamptz(3),
  finished_at timestamptz(3),
  failure text,
  CONSTRAINT source_syncs_pkey PRIMARY KEY (source, country)
);

CREATE TABLE source_titles (
  source text NOT NULL,
  country text NOT NULL,
  type medium_type NOT NULL,
  external_id text NOT NULL,
  medium_id integer NOT NULL,
  content_hash text NOT NULL,
  delisted_at timestamptz(3),
  CONSTRAINT source_titles_pkey PRIMARY KEY (source, country, type, external_id)
);
CREATE INDEX source_titles_medium_id_idx ON source_titles (medium_id);
CREATE INDEX source_titles_source_type_external_id_idx ON source_titles (source, type, external_id);

CREATE TABLE store_notifications (
  processor subscription_processor NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  store_subscription_id text,
  payload jsonb NOT NULL,
  received_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  processed_at timestamptz(3),
  CONSTRAINT store_notifications_pkey PRIMARY KEY (processor, id)
);
CREATE INDEX store_notifications_store_subscription_id_idx ON store_notifications (store_subscription_id);

CREATE TABLE store_subscriptions (
  id text NOT NULL,
  processor subscription_processor NOT NULL,
  user_id integer,
  pricing_id integer NOT NULL,
  status subscription_status NOT NULL,
  period_end timestamptz(3) NOT NULL,
  cancel_at_period_end boolean NOT NULL,
  observed_at timestamptz(3) NOT NULL,
  purchase_token text,
  CONSTRAINT store_subscriptions_processor_check CHECK (((processor = 'apple') AND (purchase_token IS NULL)) OR ((processor = 'google') AND (purchase_token IS NOT NULL))),
  CONSTRAINT store_subscriptions_pkey PRIMARY KEY (id)
);
CREATE INDEX store_subscriptions_pricing_id_idx ON store_subscriptions (pricing_id);
CREATE INDEX store_subscriptions_status_period_end_idx ON store_subscriptions (status, period_end);
CREATE INDEX store_subscriptions_user_id_idx ON store_subscriptions (user_id);

CREATE TABLE stripe_events (
  id text NOT NULL,
  type text NOT NULL,
  customer_id text,
  object_id text,
  received_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  processed_at timestamptz(3),
  CONSTRAINT stripe_events_pkey PRIMARY KEY (id)
);
CREATE INDEX stripe_events_customer_id_idx ON stripe_events (customer_id);

CREATE TABLE system_medium_tags (
  id serial NOT NULL,
  tag citext NOT NULL,
  CONSTRAINT system_medium_tags_tag_check CHECK (char_length(tag) BETWEEN 1 AND 40),
  CONSTRAINT system_medium_tags_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX system_medium_tags_tag_key ON system_medium_tags (tag);

CREATE TABLE trial_addresses (
  hash text NOT NULL,
  given_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  user_id integer,
  is_proven boolean DEFAULT false NOT NULL,
  CONSTRAINT trial_addresses_pkey PRIMARY KEY (hash)
);
CREATE INDEX trial_addresses_user_id_idx ON trial_addresses (user_id);

CREATE TABLE user_import_changes (
  user_id integer NOT NULL,
  import_id integer NOT NULL,
  kind text NOT NULL,
  ref text NOT NULL,
  before jsonb,
  after jsonb,
  CONSTRAINT user_import_changes_pkey PRIMARY KEY (user_id, import_id, kind, ref)
);

CREATE TABLE user_import_parts (
  user_id integer NOT NULL,
  import_id integer NOT NULL,
  part integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT user_import_parts_pkey PRIMARY KEY (user_id, import_id, part)
);

CREATE TABLE user_import_rows (
  user_id integer NOT NULL,
  import_id integer NOT NULL,
  seq integer NOT NULL,
  key text NOT NULL,
  hint jsonb DEFAULT '{}' NOT NULL,
  fact jsonb NOT NULL,
  list smallint,
  over_cap text,
  CONSTRAINT user_import_rows_cap_check CHECK (over_cap IN ('lists', 'titles_per_list', 'list_entries')),
  CONSTRAINT user_import_rows_pkey PRIMARY KEY (user_id, import_id, seq)
);
CREATE INDEX user_import_rows_user_id_import_id_key_idx ON user_import_rows (user_id, import_id, key);
CREATE INDEX user_import_rows_user_id_import_id_list_seq_idx ON user_import_rows (user_id, import_id, list, seq);

CREATE TABLE user_import_titles (
  user_id integer NOT NULL,
  import_id integer NOT NULL,
  id integer NOT NULL,
  key text NOT NULL,
  hint jsonb NOT NULL,
  entries integer NOT NULL,
  match text DEFAULT 'unmatched' NOT NULL,
  medium_id integer,
  confidence double precision DEFAULT 0 NOT NULL,
  choices jsonb DEFAULT '[]' NOT NULL,
  facts jsonb DEFAULT '{}' NOT NULL,
  change jsonb,
  CONSTRAINT user_import_titles_match_check CHECK (match IN ('matched', 'doubtful', 'unmatched')),
  CONSTRAINT user_import_titles_medium_check CHECK ((match <> 'matched') OR (medium_id IS NOT NULL)),
  CONSTRAINT user_import_titles_pkey PRIMARY KEY (user_id, import_id, id)
);
CREATE UNIQUE INDEX user_import_titles_user_id_import_id_key_key ON user_import_titles (user_id, import_id, key);
CREATE INDEX user_import_titles_user_id_import_id_medium_id_idx ON user_import_titles (user_id, import_id, medium_id);

CREATE TABLE user_import_waiting (
  user_id integer NOT NULL,
  id serial NOT NULL,
  import_id integer NOT NULL,
  source text NOT NULL,
  key text NOT NULL,
  hint jsonb NOT NULL,
  facts jsonb NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT user_import_waiting_pkey PRIMARY KEY (user_id, id)
);
CREATE INDEX user_import_waiting_user_id_import_id_idx ON user_import_waiting (user_id, import_id);
CREATE UNIQUE INDEX user_import_waiting_user_id_source_key_key ON user_import_waiting (user_id, source, key);

CREATE TABLE user_imports (
  user_id integer NOT NULL,
  id serial NOT NULL,
  source text,
  state text DEFAULT 'reading' NOT NULL,
  sha256 text NOT NULL,
  file_name text DEFAULT '' NOT NULL,
  bytes integer NOT NULL,
  step integer DEFAULT 0 NOT NULL,
  phase text DEFAULT '' NOT NULL,
  cursor integer DEFAULT 0 NOT NULL,
  progress smallint DEFAULT 0 NOT NULL,
  lists jsonb DEFAULT '[]' NOT NULL,
  choices jsonb,
  counts jsonb DEFAULT '{}' NOT NULL,
  failure text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  applied_at timestamptz(3),
  undone_at timestamptz(3),
  failure_code text,
  stored_rows integer DEFAULT 0 NOT NULL,
  profiles jsonb DEFAULT '[]' NOT NULL,
  profile text,
  read_ms integer DEFAULT 0 NOT NULL,
  is_late boolean DEFAULT false NOT NULL,
  columns jsonb DEFAULT '[]' NOT NULL,
  chosen jsonb DEFAULT '{}' NOT NULL,
  files jsonb DEFAULT '[]' NOT NULL,
  files_count integer DEFAULT 0 NOT NULL,
  kind text,
  looks_like text,
  read_before_ms integer DEFAULT 0 NOT NULL,
  scale smallint,
  scale_certain boolean DEFAULT false NOT NULL,
  stored_bytes integer DEFAULT 0 NOT NULL,
  CONSTRAINT user_imports_applied_check CHECK ((state NOT IN ('applied', 'undoing', 'undone')) OR (applied_at IS NOT NULL)),
  CONSTRAINT user_imports_progress_check CHECK (progress BETWEEN 0 AND 100),
  CONSTRAINT user_imports_state_check CHECK (state IN ('reading', 'profile', 'matching', 'ready', 'applying', 'applied', 'undoing', 'undone', 'failed')),
  CONSTRAINT user_imports_pkey PRIMARY KEY (user_id, id)
);
-- Two uploads of one file at the same time make one import.
CREATE UNIQUE INDEX user_imports_one_open ON user_imports (user_id, source, sha256) WHERE (state IN ('reading', 'matching', 'ready', 'applying'));
CREATE INDEX user_imports_user_id_stored_bytes_idx ON user_imports (user_id, stored_bytes);

CREATE TABLE user_interactions (
  user_id integer NOT NULL,
  id serial NOT NULL,
  medium_id integer NOT NULL,
  provider_medium_id integer,
  answer smallint,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  answered_at timestamptz(3),
  reminded_at timestamptz(3),
  CONSTRAINT user_interactions_answer_check CHECK (answer BETWEEN 0 AND 2),
  CONSTRAINT user_interactions_answered_check CHECK ((answer IS NULL) = (answered_at IS NULL)),
  CONSTRAINT user_interactions_pkey PRIMARY KEY (user_id, id)
);
CREATE INDEX user_interactions_medium_id_idx ON user_interactions (medium_id);
CREATE INDEX user_interactions_provider_medium_id_idx ON user_interactions (provider_medium_id);
CREATE INDEX user_interactions_unanswered ON user_interactions (created_at) WHERE ((answer IS NULL) AND (reminded_at IS NULL));
CREATE INDEX user_interactions_user_id_medium_id_created_at_idx ON user_interactions (user_id, medium_id, created_at DESC);

CREATE TABLE user_list_departures (
  user_id integer NOT NULL,
  list_id integer NOT NULL,
  share_code text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT user_list_departures_pkey PRIMARY KEY (user_id, list_id)
);

CREATE TABLE user_list_media (
  id serial NOT NULL,
  list_id integer NOT NULL,
  medium_id integer NOT NULL,
  "position" double precision NOT NULL,
  added_by_id integer,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT user_list_media_position_check CHECK (("position" > '-Infinity') AND ("position" < 'Infinity')),
  CONSTRAINT user_list_media_pkey PRIMARY KEY (id)
);
CREATE INDEX user_list_media_added_by_id_idx ON user_list_media (added_by_id);
CREATE UNIQUE INDEX user_list_media_list_id_medium_id_key ON user_list_media (list_id, medium_id);
CREATE INDEX user_list_media_list_id_position_id_idx ON user_list_media (list_id, "position", id);
CREATE INDEX user_list_media_medium_id_idx ON user_list_media (medium_id);

CREATE TABLE user_list_shares (
  id serial NOT NULL,
  list_id integer NOT NULL,
  email citext NOT NULL,
  user_id integer,
  share_allowed boolean DEFAULT false NOT NULL,
  state share_state DEFAULT 'pending' NOT NULL,
  code text DEFAULT gen_random_uuid()::text NOT NULL,
  invited_by_id integer,
  expires_at timestamptz(3),
  accepted_at timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT user_list_shares_code_check CHECK (char_length(code) >= 22),
  CONSTRAINT user_list_shares_email_check CHECK (char_length(email) BETWEEN 3 AND 254),
  CONSTRAINT user_list_shares_state_check CHECK (((state = 'accepted') = (accepted_at IS NOT NULL)) AND ((state = 'pending') OR (user_id IS NOT NULL))),
  CONSTRAINT user_list_shares_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX user_list_shares_code_key ON user_list_shares (code);
CREATE INDEX user_list_shares_email_idx ON user_list_shares (email);
CREATE INDEX user_list_shares_invited_by_id_idx ON user_list_shares (invited_by_id);
CREATE UNIQUE INDEX user_list_shares_list_id_email_key ON user_list_shares (list_id, email);
CREATE UNIQUE INDEX user_list_shares_user_id_list_id_key ON user_list_shares (user_id, list_id);

CREATE TABLE user_lists (
  id serial NOT NULL,
  owner_id integer,
  list_type list_type DEFAULT 'custom' NOT NULL,
  name citext NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  collaborate boolean DEFAULT false NOT NULL,
  share_code text DEFAULT gen_random_uuid()::text NOT NULL,
  version integer DEFAULT 0 NOT NULL,
  media_count integer DEFAULT 0 NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  seeded boolean DEFAULT false NOT NULL,
  last_change_action list_action,
  last_change_at timestamptz(3),
  last_change_by_id integer,
  last_change_title text,
  CONSTRAINT user_lists_collaborate_check CHECK ((NOT collaborate) OR (list_type = 'custom')),
  CONSTRAINT user_lists_media_count_check CHECK (media_count >= 0),
  CONSTRAINT user_lists_name_check CHECK (char_length(name) BETWEEN 1 AND 100),
  CONSTRAINT user_lists_owner_check CHECK ((list_type = 'staff') = (owner_id IS NULL)),
  CONSTRAINT user_lists_seeded_check CHECK ((NOT seeded) OR (list_type = 'staff')),
  CONSTRAINT user_lists_share_code_check CHECK (char_length(share_code) >= 22),
  CONSTRAINT user_lists_pkey PRIMARY KEY (id)
);
CREATE INDEX user_lists_last_change_by_id_idx ON user_lists (last_change_by_id);
CREATE UNIQUE INDEX user_lists_one_havent_watched ON user_lists (owner_id) WHERE (list_type = 'havent_watched');
CREATE UNIQUE INDEX user_lists_one_watch_later ON user_lists (owner_id) WHERE (list_type = 'watch_later');
CREATE UNIQUE INDEX user_lists_owner_id_name_key ON user_lists (owner_id, name);
CREATE UNIQUE INDEX user_lists_share_code_key ON user_lists (share_code);
CREATE UNIQUE INDEX user_lists_staff_name ON user_lists (name) WHERE (list_type = 'staff');

CREATE TABLE user_medium_genres (
  user_id integer NOT NULL,
  genre_id integer NOT NULL,
  CONSTRAINT user_medium_genres_pkey PRIMARY KEY (user_id, genre_id)
);
CREATE INDEX user_medium_genres_genre_id_idx ON user_medium_genres (genre_id);

CREATE TABLE user_medium_hiddens (
  user_id integer NOT NULL,
  medium_id integer NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT user_medium_hiddens_pkey PRIMARY KEY (user_id, medium_id)
);
CREATE INDEX user_medium_hiddens_medium_id_idx ON user_medium_hiddens (medium_id);

CREATE TABLE user_medium_providers (
  user_id integer NOT NULL,
  provider_id integer NOT NULL,
  CONSTRAINT user_medium_providers_pkey PRIMARY KEY (user_id, provider_id)
);
CREATE INDEX user_medium_providers_provider_id_idx ON user_medium_providers (provider_id);

CREATE TABLE user_medium_ratings (
  user_id integer NOT NULL,
  medium_id integer NOT NULL,
  rating smallint NOT NULL,
  tags text[] DEFAULT ARRAY[]::text[],
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT user_medium_ratings_rating_check CHECK (rating BETWEEN 0 AND 10),
  CONSTRAINT user_medium_ratings_tags_check CHECK (cardinality(tags) <= 20),
  CONSTRAINT user_medium_ratings_pkey PRIMARY KEY (user_id, medium_id)
) WITH (autovacuum_vacuum_insert_scale_factor='0.02');
CREATE INDEX user_medium_ratings_medium_id_idx ON user_medium_ratings (medium_id);
-- With the rating as its last column the index answers "all ratings of a user, newest first" without a read of the table,
-- where each rating of one user lies on another page. The entries stay 24 bytes long. Only vacuum marks pages whose rows
-- need no look into the table, and its default waits for 20 % new rows.
CREATE INDEX user_medium_ratings_user_id_updated_at_medium_id_rating_idx ON user_medium_ratings (user_id, updated_at DESC, medium_id, rating);

CREATE TABLE user_medium_seen (
  user_id integer NOT NULL,
  medium_id integer NOT NULL,
  seen_on date,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  plays integer,
  up_to_season smallint,
  CONSTRAINT user_medium_seen_pkey PRIMARY KEY (user_id, medium_id)
);
CREATE INDEX user_medium_seen_medium_id_idx ON user_medium_seen (medium_id);

CREATE TABLE user_medium_settings (
  user_id integer NOT NULL,
  medium_id integer NOT NULL,
  not_suggest_sharing boolean DEFAULT false NOT NULL,
  CONSTRAINT user_medium_settings_pkey PRIMARY KEY (user_id, medium_id)
);
CREATE INDEX user_medium_settings_medium_id_idx ON user_medium_settings (medium_id);

CREATE TABLE user_news_mails (
  user_id integer NOT NULL,
  medium_id integer NOT NULL,
  kind text NOT NULL,
  queued_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT user_news_mails_kind_check CHECK (kind IN ('saved_leaving', 'saved_arrived', 'new_for_you', 'new_season', 'imported_arrived', 'wish_arrived')),
  CONSTRAINT user_news_mails_pkey PRIMARY KEY (user_id, medium_id, kind)
);
CREATE INDEX user_news_mails_medium_id_idx ON user_news_mails (medium_id);
CREATE INDEX user_news_mails_queued_at_idx ON user_news_mails (queued_at);

CREATE TABLE user_not_tonight (
  user_id integer NOT NULL,
  medium_id integer NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT user_not_tonight_pkey PRIMARY KEY (user_id, medium_id)
);
CREATE INDEX user_not_tonight_created_at_idx ON user_not_tonight (created_at);
CREATE INDEX user_not_tonight_medium_id_idx ON user_not_tonight (medium_id);

CREATE TABLE user_preferences (
  user_id integer NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  CONSTRAINT user_preferences_size_check CHECK ((char_length(key) BETWEEN 1 AND 100) AND (char_length(value) <= 1000)),
  CONSTRAINT user_preferences_pkey PRIMARY KEY (user_id, key)
);

CREATE TABLE user_provider_prices (
  user_id integer NOT NULL,
  provider_id integer NOT NULL,
  price_cents integer NOT NULL,
  currency text NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT user_provider_prices_currency_check CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT user_provider_prices_price_check CHECK (price_cents BETWEEN 0 AND 100000),
  CONSTRAINT user_provider_prices_pkey PRIMARY KEY (user_id, provider_id)
);
CREATE INDEX user_provider_prices_provider_id_idx ON user_provider_prices (provider_id);

CREATE TABLE user_wishes (
  user_id integer NOT NULL,
  id serial NOT NULL,
  query text NOT NULL,
  key text NOT NULL,
  medium_id integer,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  arrived_at timestamptz(3),
  CONSTRAINT user_wishes_arrived_check CHECK ((medium_id IS NULL) = (arrived_at IS NULL)),
  CONSTRAINT user_wishes_pkey PRIMARY KEY (user_id, id)
);
CREATE INDEX user_wishes_medium_id_idx ON user_wishes (medium_id);
CREATE UNIQUE INDEX user_wishes_user_id_key_key ON user_wishes (user_id, key);
CREATE INDEX user_wishes_waiting ON user_wishes (id) WHERE (medium_id IS NULL);

CREATE TABLE user_wrong_offers (
  user_id integer NOT NULL,
  provider_medium_id integer NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  kind wrong_offer_kind DEFAULT 'gone' NOT NULL,
  CONSTRAINT user_wrong_offers_pkey PRIMARY KEY (user_id, provider_medium_id)
);
CREATE INDEX user_wrong_offers_provider_medium_id_idx ON user_wrong_offers (provider_medium_id);

CREATE TABLE users (
  id serial NOT NULL,
  email citext NOT NULL,
  display_name citext NOT NULL,
  password_hash text NOT NULL,
  signup_step integer DEFAULT 4 NOT NULL,
  token_version integer DEFAULT 0 NOT NULL,
  disabled_at timestamptz(3),
  first_name text,
  last_name text,
  phone_number text,
  gender gender,
  birthdate date,
  critical_rating_source critical_rating_source DEFAULT 'none' NOT NULL,
  add_tags_while_rating boolean DEFAULT true NOT NULL,
  unavailable_titles boolean DEFAULT false NOT NULL,
  notify_shared_list boolean DEFAULT true NOT NULL,
  notify_added_medium_to_list boolean DEFAULT true NOT NULL,
  notify_removed_medium_from_list boolean DEFAULT true NOT NULL,
  notify_deleted_list boolean DEFAULT true NOT NULL,
  notify_accepted_list boolean DEFAULT true NOT NULL,
  notify_rate_movie_watched boolean DEFAULT true NOT NULL,
  trial_ends_at timestamptz(3),
  trial_reminder_sent_at timestamptz(3),
  plan_id integer,
  pricing_id integer,
  subscription_processor subscription_processor,
  subscription_status subscription_status,
  current_period_end timestamptz(3),
  cancel_at_period_end boolean DEFAULT false NOT NULL,
  stripe_customer_id text,
  stripe_subscription_id text,
  store_subscription_id text,
  last_synced_at timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  email_verified_at timestamptz(3),
  pending_email citext,
  stripe_customer_key text,
  store_account_token uuid DEFAULT gen_random_uuid() NOT NULL,
  country text DEFAULT 'US' NOT NULL,
  digest_leaving_soon boolean DEFAULT false NOT NULL,
  digest_new_on_services boolean DEFAULT false NOT NULL,
  leaving_soon_queued_at timestamptz(3),
  new_on_services_queued_at timestamptz(3),
  pending_email_until timestamptz(3),
  share_suggested_at timestamptz(3),
  share_suggested_medium_id integer,
  digest_news boolean DEFAULT true NOT NULL,
  news_due_at timestamptz(3) DEFAULT (now() + '7 days'::interval) NOT NULL,
  news_unsubscribed text[] DEFAULT ARRAY[]::text[],
  time_zone text,
  CONSTRAINT users_cancel_check CHECK ((NOT cancel_at_period_end) OR (current_period_end IS NOT NULL)),
  CONSTRAINT users_country_check CHECK (country ~ '^[A-Z]{2}$'),
  CONSTRAINT users_display_name_check CHECK ((char_length(display_name) BETWEEN 3 AND 16) AND (display_name !~ '\s')),
  CONSTRAINT users_email_check CHECK ((char_length(email) BETWEEN 3 AND 254) AND (email ~ '^[^@\s]+@[^@\s]+$')),
  CONSTRAINT users_phone_number_check CHECK (char_length(phone_number) <= 10),
  CONSTRAINT users_pricing_check CHECK ((pricing_id IS NULL) OR (plan_id IS NOT NULL)),
  CONSTRAINT users_processor_check CHECK ((subscription_processor IS NULL) OR (subscription_status IS NOT NULL)),
  CONSTRAINT users_signup_step_check CHECK (signup_step IN (4, 5, 9999)),
  CONSTRAINT users_stripe_check CHECK ((stripe_subscription_id IS NULL) OR (stripe_customer_id IS NOT NULL)),
  CONSTRAINT users_token_version_check CHECK (token_version >= 0),
  CONSTRAINT users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_display_name_key ON users (display_name);
CREATE UNIQUE INDEX users_email_key ON users (email);
CREATE INDEX users_news_due ON users (news_due_at) WHERE digest_news;
CREATE INDEX users_plan_id_idx ON users (plan_id);
CREATE INDEX users_pricing_id_idx ON users (pricing_id);
CREATE UNIQUE INDEX users_store_account_token_key ON users (store_account_token);
CREATE UNIQUE INDEX users_store_subscription_id_key ON users (store_subscription_id);
CREATE UNIQUE INDEX users_stripe_customer_id_key ON users (stripe_customer_id);
CREATE UNIQUE INDEX users_stripe_subscription_id_key ON users (stripe_subscription_id);
CREATE INDEX users_trial_reminders ON users (trial_ends_at) WHERE ((trial_reminder_sent_at IS NULL) AND (disabled_at IS NULL));

CREATE TABLE watch_events (
  user_id integer NOT NULL,
  id serial NOT NULL,
  medium_id integer NOT NULL,
  seen_on date NOT NULL,
  seen_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  was_seen boolean NOT NULL,
  previous_seen_on date,
  undone_at timestamptz(3),
  CONSTRAINT watch_events_pkey PRIMARY KEY (user_id, id)
);
CREATE INDEX watch_events_medium_id_idx ON watch_events (medium_id);
CREATE UNIQUE INDEX watch_events_user_id_medium_id_seen_on_key ON watch_events (user_id, medium_id, seen_on);

CREATE TABLE watch_hooks (
  user_id integer NOT NULL,
  secret_hash text NOT NULL,
  account_name text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  last_used_at timestamptz(3),
  further_names text[] DEFAULT ARRAY[]::text[],
  take_ratings boolean DEFAULT false NOT NULL,
  CONSTRAINT watch_hooks_pkey PRIMARY KEY (user_id)
);
CREATE UNIQUE INDEX watch_hooks_secret_hash_key ON watch_hooks (secret_hash);

CREATE TABLE watch_reports (
  user_id integer NOT NULL,
  id serial NOT NULL,
  received_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  server text,
  account_name text,
  title text,
  outcome text NOT NULL,
  medium_id integer,
  CONSTRAINT watch_reports_pkey PRIMARY KEY (user_id, id)
);
CREATE INDEX watch_reports_medium_id_idx ON watch_reports (medium_id);

-- The keys of other tables come last, because some tables reference each other.

ALTER TABLE billing_locks
  ADD CONSTRAINT billing_locks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE checkout_attempts
  ADD CONSTRAINT checkout_attempts_pricing_id_fkey FOREIGN KEY (pricing_id) REFERENCES pricings (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT checkout_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE contact_messages
  ADD CONSTRAINT contact_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE credits
  ADD CONSTRAINT credits_medium_id_fkey FOREIGN KEY (medium_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE CASCADE,
  ADD CONSTRAINT credits_person_id_fkey FOREIGN KEY (person_id) REFERENCES people (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE deletion_attempts
  ADD CONSTRAINT deletion_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES deletion_codes (user_id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE deletion_codes
  ADD CONSTRAINT deletion_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE email_codes
  ADD CONSTRAINT email_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ended_tokens
  ADD CONSTRAINT ended_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE feedbacks
  ADD CONSTRAINT feedbacks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE media_genres
  ADD CONSTRAINT media_genres_genre_id_fkey FOREIGN KEY (genre_id) REFERENCES genres (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT media_genres_medium_id_fkey FOREIGN KEY (medium_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE media
  ADD CONSTRAINT media_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES media (id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE medium_ids
  ADD CONSTRAINT medium_ids_medium_id_fkey FOREIGN KEY (medium_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE medium_titles
  ADD CONSTRAINT medium_titles_medium_id_fkey FOREIGN KEY (medium_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE outbox
  ADD CONSTRAINT outbox_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE password_confirmations
  ADD CONSTRAINT password_confirmations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE password_resets
  ADD CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE plan_places
  ADD CONSTRAINT plan_places_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans (id) ON UPDATE CASCADE ON DELETE CASCADE,
  ADD CONSTRAINT plan_places_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE previous_emails
  ADD CONSTRAINT previous_emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE pricings
  ADD CONSTRAINT pricings_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans (id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE provider_medium
  ADD CONSTRAINT provider_medium_medium_id_fkey FOREIGN KEY (medium_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE CASCADE,
  ADD CONSTRAINT provider_medium_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES medium_providers (id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE provider_prices
  ADD CONSTRAINT provider_prices_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES medium_providers (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE recommender_model_parts
  ADD CONSTRAINT recommender_model_parts_model_id_fkey FOREIGN KEY (model_id) REFERENCES recommender_models (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE referral_sources
  ADD CONSTRAINT referral_sources_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE round_invitations
  ADD CONSTRAINT round_invitations_round_id_fkey FOREIGN KEY (round_id) REFERENCES rounds (id) ON UPDATE CASCADE ON DELETE CASCADE,
  ADD CONSTRAINT round_invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE round_members
  ADD CONSTRAINT round_members_round_id_fkey FOREIGN KEY (round_id) REFERENCES rounds (id) ON UPDATE CASCADE ON DELETE CASCADE,
  ADD CONSTRAINT round_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE round_ratings
  ADD CONSTRAINT round_ratings_medium_id_fkey FOREIGN KEY (medium_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT round_ratings_member_id_fkey FOREIGN KEY (member_id) REFERENCES round_members (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE round_votes
  ADD CONSTRAINT round_votes_medium_id_fkey FOREIGN KEY (medium_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT round_votes_member_id_fkey FOREIGN KEY (member_id) REFERENCES round_members (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE rounds
  ADD CONSTRAINT rounds_winner_id_fkey FOREIGN KEY (winner_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE source_titles
  ADD CONSTRAINT source_titles_medium_id_fkey FOREIGN KEY (medium_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE store_notifications
  ADD CONSTRAINT store_notifications_store_subscription_id_fkey FOREIGN KEY (store_subscription_id) REFERENCES store_subscriptions (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE store_subscriptions
  ADD CONSTRAINT store_subscriptions_pricing_id_fkey FOREIGN KEY (pricing_id) REFERENCES pricings (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT store_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE trial_addresses
  ADD CONSTRAINT trial_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE user_import_changes
  ADD CONSTRAINT user_import_changes_user_id_import_id_fkey FOREIGN KEY (user_id, import_id) REFERENCES user_imports (user_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_import_parts
  ADD CONSTRAINT user_import_parts_user_id_import_id_fkey FOREIGN KEY (user_id, import_id) REFERENCES user_imports (user_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_import_rows
  ADD CONSTRAINT user_import_rows_user_id_import_id_fkey FOREIGN KEY (user_id, import_id) REFERENCES user_imports (user_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_import_titles
  ADD CONSTRAINT user_import_titles_user_id_import_id_fkey FOREIGN KEY (user_id, import_id) REFERENCES user_imports (user_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_import_waiting
  ADD CONSTRAINT user_import_waiting_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE,
  ADD CONSTRAINT user_import_waiting_user_id_import_id_fkey FOREIGN KEY (user_id, import_id) REFERENCES user_imports (user_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_imports
  ADD CONSTRAINT user_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_interactions
  ADD CONSTRAINT user_interactions_medium_id_fkey FOREIGN KEY (medium_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT user_interactions_provider_medium_id_fkey FOREIGN KEY (provider_medium_id) REFERENCES provider_medium (id) ON UPDATE CASCADE ON DELETE SET NULL,
  ADD CONSTRAINT user_interactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_list_departures
  ADD CONSTRAINT user_list_departures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_list_media
  ADD CONSTRAINT user_list_media_added_by_id_fkey FOREIGN KEY (added_by_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE SET NULL,
  ADD CONSTRAINT user_list_media_list_id_fkey FOREIGN KEY (list_id) REFERENCES user_lists (id) ON UPDATE CASCADE ON DELETE CASCADE,
  ADD CONSTRAINT user_list_media_medium_id_fkey FOREIGN KEY (medium_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE user_list_shares
  ADD CONSTRAINT user_list_shares_invited_by_id_fkey FOREIGN KEY (invited_by_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE SET NULL,
  ADD CONSTRAINT user_list_shares_list_id_fkey FOREIGN KEY (list_id) REFERENCES user_lists (id) ON UPDATE CASCADE ON DELETE CASCADE,
  ADD CONSTRAINT user_list_shares_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_lists
  ADD CONSTRAINT user_lists_last_change_by_id_fkey FOREIGN KEY (last_change_by_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE SET NULL,
  ADD CONSTRAINT user_lists_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_medium_genres
  ADD CONSTRAINT user_medium_genres_genre_id_fkey FOREIGN KEY (genre_id) REFERENCES genres (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT user_medium_genres_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_medium_hiddens
  ADD CONSTRAINT user_medium_hiddens_medium_id_fkey FOREIGN KEY (medium_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT user_medium_hiddens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_medium_providers
  ADD CONSTRAINT user_medium_providers_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES medium_providers (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT user_medium_providers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_medium_ratings
  ADD CONSTRAINT user_medium_ratings_medium_id_fkey FOREIGN KEY (medium_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT user_medium_ratings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_medium_seen
  ADD CONSTRAINT user_medium_seen_medium_id_fkey FOREIGN KEY (medium_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT user_medium_seen_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_medium_settings
  ADD CONSTRAINT user_medium_settings_medium_id_fkey FOREIGN KEY (medium_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT user_medium_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_news_mails
  ADD CONSTRAINT user_news_mails_medium_id_fkey FOREIGN KEY (medium_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT user_news_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_not_tonight
  ADD CONSTRAINT user_not_tonight_medium_id_fkey FOREIGN KEY (medium_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT user_not_tonight_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_preferences
  ADD CONSTRAINT user_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_provider_prices
  ADD CONSTRAINT user_provider_prices_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES medium_providers (id) ON UPDATE CASCADE ON DELETE CASCADE,
  ADD CONSTRAINT user_provider_prices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_wishes
  ADD CONSTRAINT user_wishes_medium_id_fkey FOREIGN KEY (medium_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT user_wishes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE user_wrong_offers
  ADD CONSTRAINT user_wrong_offers_provider_medium_id_fkey FOREIGN KEY (provider_medium_id) REFERENCES provider_medium (id) ON UPDATE CASCADE ON DELETE CASCADE,
  ADD CONSTRAINT user_wrong_offers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE users
  ADD CONSTRAINT users_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT users_pricing_id_fkey FOREIGN KEY (pricing_id) REFERENCES pricings (id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE watch_events
  ADD CONSTRAINT watch_events_medium_id_fkey FOREIGN KEY (medium_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT watch_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE watch_hooks
  ADD CONSTRAINT watch_hooks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE watch_reports
  ADD CONSTRAINT watch_reports_medium_id_fkey FOREIGN KEY (medium_id) REFERENCES media (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT watch_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE;
