-- What Prisma's schema cannot say: checks, partial unique indexes and the triggers that keep derived columns.

-- Limits ---------------------------------------------------------------------------------------------

ALTER TABLE users
  ADD CONSTRAINT users_email_check CHECK (char_length(email) BETWEEN 3 AND 254 AND email ~ '^[^@\s]+@[^@\s]+$'),
  ADD CONSTRAINT users_display_name_check CHECK (char_length(display_name) BETWEEN 3 AND 16 AND display_name !~ '\s'),
  ADD CONSTRAINT users_signup_step_check CHECK (signup_step IN (4, 5, 9999)),
  ADD CONSTRAINT users_token_version_check CHECK (token_version >= 0),
  ADD CONSTRAINT users_phone_number_check CHECK (char_length(phone_number) <= 10),
  ADD CONSTRAINT users_pricing_check CHECK (pricing_id IS NULL OR plan_id IS NOT NULL),
  ADD CONSTRAINT users_processor_check CHECK (subscription_processor IS NULL OR subscription_status IS NOT NULL),
  ADD CONSTRAINT users_stripe_check CHECK (stripe_subscription_id IS NULL OR stripe_customer_id IS NOT NULL),
  ADD CONSTRAINT users_cancel_check CHECK (NOT cancel_at_period_end OR current_period_end IS NOT NULL);

ALTER TABLE user_preferences
  ADD CONSTRAINT user_preferences_size_check CHECK (char_length(key) BETWEEN 1 AND 100 AND char_length(value) <= 1000);

ALTER TABLE deletion_codes
  ADD CONSTRAINT deletion_codes_attempts_check CHECK (attempts BETWEEN 0 AND 5);

ALTER TABLE referral_sources
  ADD CONSTRAINT referral_sources_source_check CHECK (referral_source BETWEEN 1 AND 8),
  ADD CONSTRAINT referral_sources_details_check CHECK (
    char_length(details) <= 255 AND (referral_source <> 8 OR (details IS NOT NULL AND char_length(details) > 3)));

ALTER TABLE media
  ADD CONSTRAINT media_title_check CHECK (title <> ''),
  ADD CONSTRAINT media_release_year_check CHECK (release_year BETWEEN 1870 AND 2200),
  ADD CONSTRAINT media_runtime_check CHECK (runtime_minutes > 0),
  ADD CONSTRAINT media_seasons_check CHECK (seasons > 0),
  ADD CONSTRAINT media_critical_rating_check CHECK (critical_rating BETWEEN 0 AND 100),
  ADD CONSTRAINT media_votes_check CHECK (votes >= 0),
  ADD CONSTRAINT media_popularity_check CHECK (popularity >= 0 AND popularity < 'Infinity'::float8);

ALTER TABLE genres ADD CONSTRAINT genres_title_check CHECK (title <> '');
ALTER TABLE people ADD CONSTRAINT people_full_name_check CHECK (full_name <> '');
ALTER TABLE media_genres ADD CONSTRAINT media_genres_position_check CHECK (position >= 0);
ALTER TABLE credits ADD CONSTRAINT credits_position_check CHECK (position >= 0);
ALTER TABLE medium_providers ADD CONSTRAINT medium_providers_template_check CHECK (search_url_template ~ '^https?://');
ALTER TABLE provider_medium
  ADD CONSTRAINT provider_medium_url_check CHECK (url ~ '^https?://'),
  ADD CONSTRAINT provider_medium_price_check CHECK (price_cents >= 0);
ALTER TABLE system_medium_tags
  ADD CONSTRAINT system_medium_tags_tag_check CHECK (char_length(tag) BETWEEN 1 AND 40);

ALTER TABLE user_medium_ratings
  ADD CONSTRAINT user_medium_ratings_rating_check CHECK (rating BETWEEN 0 AND 10),
  ADD CONSTRAINT user_medium_ratings_tags_check CHECK (cardinality(tags) <= 20);

ALTER TABLE user_interactions
  ADD CONSTRAINT user_interactions_answer_check CHECK (answer BETWEEN 0 AND 2),
  ADD CONSTRAINT user_interactions_answered_check CHECK ((answer IS NULL) = (answered_at IS NULL));

ALTER TABLE user_lists
  ADD CONSTRAINT user_lists_name_check CHECK (char_length(name) BETWEEN 1 AND 100),
  ADD CONSTRAINT user_lists_owner_check CHECK ((list_type = 'staff') = (owner_id IS NULL)),
  ADD CONSTRAINT user_lists_collaborate_check CHECK (NOT collaborate OR list_type = 'custom'),
  ADD CONSTRAINT user_lists_share_code_check CHECK (char_length(share_code) >= 22),
  ADD CONSTRAINT user_lists_media_count_check CHECK (media_count >= 0);
CREATE UNIQUE INDEX user_lists_one_watch_later ON user_lists (owner_id) WHERE list_type = 'watch_later';
CREATE UNIQUE INDEX user_lists_one_havent_watched ON user_lists (owner_id) WHERE list_type = 'havent_watched';
CREATE UNIQUE INDEX user_lists_staff_name ON user_lists (name) WHERE list_type = 'staff';

ALTER TABLE user_list_media
  ADD CONSTRAINT user_list_media_position_check CHECK (position > '-Infinity'::float8 AND position < 'Infinity'::float8);

ALTER TABLE user_list_shares
  ADD CONSTRAINT user_list_shares_email_check CHECK (char_length(email) BETWEEN 3 AND 254),
  ADD CONSTRAINT user_list_shares_code_check CHECK (char_length(code) >= 22),
  ADD CONSTRAINT user_list_shares_state_check CHECK (
    (state = 'accepted') = (accepted_at IS NOT NULL) AND (state = 'pending' OR user_id IS NOT NULL));

ALTER TABLE plans ADD CONSTRAINT plans_places_check CHECK (places >= 0);
ALTER TABLE pricings
  ADD CONSTRAINT pricings_amount_check CHECK (price_in_cents >= 0 AND is_free = (price_in_cents = 0)),
  ADD CONSTRAINT pricings_interval_check CHECK (is_recurring = ("interval" IS NOT NULL)),
  ADD CONSTRAINT pricings_access_check CHECK (access_months > 0 AND NOT is_recurring);
-- A double submit finds the session that the first one opened.
CREATE UNIQUE INDEX checkout_attempts_one_open ON checkout_attempts (user_id, pricing_id) WHERE state = 'open';

ALTER TABLE outbox
  ADD CONSTRAINT outbox_attempts_check CHECK (attempts >= 0),
  ADD CONSTRAINT outbox_end_check CHECK (done_at IS NULL OR dead_at IS NULL);
CREATE INDEX outbox_waiting ON outbox (available_at, id)
  WHERE handed_at IS NULL AND done_at IS NULL AND dead_at IS NULL;
CREATE UNIQUE INDEX outbox_dedupe ON outbox (dedupe_key)
  WHERE dedupe_key IS NOT NULL AND handed_at IS NULL AND done_at IS NULL AND dead_at IS NULL;

ALTER TABLE feedbacks ADD CONSTRAINT feedbacks_content_check CHECK (char_length(content) BETWEEN 5 AND 5000);
ALTER TABLE contact_messages
  ADD CONSTRAINT contact_messages_size_check CHECK (
    char_length(subject) BETWEEN 1 AND 200 AND char_length(message) BETWEEN 5 AND 5000);

ALTER TABLE recommender_models
  ADD CONSTRAINT recommender_models_kind_check CHECK (kind ~ '^[a-z_]+$'),
  ADD CONSTRAINT recommender_models_version_check CHECK (version > 0);
CREATE UNIQUE INDEX recommender_models_one_active ON recommender_models (kind) WHERE status = 'active';
CREATE UNIQUE INDEX recommender_models_one_previous ON recommender_models (kind) WHERE status = 'previous';
ALTER TABLE medium_factors
  ADD CONSTRAINT medium_factors_size_check CHECK (octet_length(factor) > 0 AND octet_length(factor) % 4 = 0);

-- Search text ----------------------------------------------------------------------------------------

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

CREATE FUNCTION marquee_set_search_title() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_title := marquee_search_text(NEW.title);
  RETURN NEW;
END $$;
CREATE TRIGGER media_search_title BEFORE INSERT OR UPDATE OF title, search_title ON media
  FOR EACH ROW EXECUTE FUNCTION marquee_set_search_title();

CREATE FUNCTION marquee_set_search_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_name := marquee_search_text(NEW.full_name);
  RETURN NEW;
END $$;
CREATE TRIGGER people_search_name BEFORE INSERT OR UPDATE OF full_name, search_name ON people
  FOR EACH ROW EXECUTE FUNCTION marquee_set_search_name();

-- Lists ----------------------------------------------------------------------------------------------

-- Keeps user_lists.media_count and raises its version. The rows are locked in id order first, so that two
-- writers to several lists cannot wait for each other in a circle. TG_ARGV[0]: +1 insert, -1 delete, 0 update.
CREATE FUNCTION marquee_count_list_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM user_lists WHERE id IN (SELECT list_id FROM changed) ORDER BY id FOR UPDATE;
  UPDATE user_lists AS list
     SET version = list.version + 1,
         media_count = list.media_count + summed.difference,
         updated_at = now()
    FROM (SELECT list_id, count(*) * TG_ARGV[0]::int AS difference FROM changed GROUP BY list_id) AS summed
   WHERE list.id = summed.list_id;
  RETURN NULL;
END $$;
CREATE TRIGGER user_list_media_inserted AFTER INSERT ON user_list_media
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION marquee_count_list_media('1');
CREATE TRIGGER user_list_media_deleted AFTER DELETE ON user_list_media
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION marquee_count_list_media('-1');
CREATE TRIGGER user_list_media_updated AFTER UPDATE ON user_list_media
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION marquee_count_list_media('0');

CREATE FUNCTION marquee_check_list_share() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM user_lists
     WHERE id = NEW.list_id AND list_type = 'custom' AND owner_id IS DISTINCT FROM NEW.user_id
  ) THEN
    RAISE EXCEPTION 'only custom lists are shared, and not with their owner'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'user_list_shares_list_check';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER user_list_shares_list_check BEFORE INSERT OR UPDATE OF list_id, user_id ON user_list_shares
  FOR EACH ROW EXECUTE FUNCTION marquee_check_list_share();
