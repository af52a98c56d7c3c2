-- Caches learn of changes through NOTIFY, sent by triggers so that no writer can forget it. It is delivered when the change
-- commits, equal messages of one transaction once.
--   marquee_user       the ids of users, separated by commas, or '*' when one statement touched more than 10,000
--   marquee_access     the same for what decides a user's access
--   marquee_catalogue  'catalogue', 'model' or 'plans'
--   marquee_round      the id of a round
--   marquee_outbox     '' when there is something to hand on

CREATE FUNCTION marquee_notify_of(channel text, ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) > 10000 THEN
    PERFORM pg_notify(channel, '*');
  ELSE
    PERFORM pg_notify(channel, string_agg(id::text, ','))
       FROM unnest(ids) WITH ORDINALITY AS named (id, place) GROUP BY (place - 1) / 500;
  END IF;
END $$;

-- A statement that changes up to 10,000 users names each of them, in messages of 500 ids. Only a larger one clears every
-- cache.
CREATE FUNCTION marquee_notify_people(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM marquee_notify_of('marquee_user', ids);
END $$;

CREATE FUNCTION marquee_notify_by_user_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM marquee_notify_people(ARRAY(SELECT DISTINCT user_id FROM changed));
  RETURN NULL;
END $$;

CREATE FUNCTION marquee_notify_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM changed) THEN
    PERFORM pg_notify('marquee_catalogue', TG_ARGV[0]);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION marquee_notify_ended_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids int[] := ARRAY(SELECT DISTINCT user_id FROM changed);
BEGIN
  PERFORM marquee_notify_of('marquee_access', ids);
  PERFORM marquee_notify_people(ids);
  RETURN NULL;
END $$;

-- Transition tables allow one event per trigger, so every table gets three.
CREATE FUNCTION marquee_watch(watched regclass, handler text, argument text DEFAULT '') RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  name text := (SELECT relname FROM pg_class WHERE oid = watched);
BEGIN
  EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %s REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION %I(%L)', name || '_notify_insert', watched, handler, argument);
  EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %s REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION %I(%L)', name || '_notify_update', watched, handler, argument);
  EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %s REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION %I(%L)', name || '_notify_delete', watched, handler, argument);
END $$;

SELECT marquee_watch(watched::regclass, 'marquee_notify_by_user_id') FROM unnest(ARRAY[
  'user_preferences', 'user_medium_ratings', 'user_medium_hiddens', 'user_medium_settings', 'user_medium_providers',
  'user_medium_genres', 'user_medium_seen', 'user_wrong_offers', 'watch_events', 'referral_sources']) AS watched;
SELECT marquee_watch('ended_tokens', 'marquee_notify_ended_tokens');
SELECT marquee_watch(watched::regclass, 'marquee_notify_catalogue', 'catalogue') FROM unnest(ARRAY[
  'media', 'medium_titles', 'genres', 'media_genres', 'people', 'credits', 'medium_providers', 'provider_medium',
  'system_medium_tags']) AS watched;
SELECT marquee_watch(watched::regclass, 'marquee_notify_catalogue', 'plans')
  FROM unnest(ARRAY['plans', 'pricings']) AS watched;

-- Users -------------------------------------------------------------------------------------------------------------

-- What decides a user's access has a channel of its own, `marquee_access`, so that a rating does not make processes read the
-- access again. Both tables still use `marquee_user` too, because a taste depends on the user.
CREATE FUNCTION marquee_notify_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids int[] := ARRAY(SELECT id FROM changed);
BEGIN
  PERFORM marquee_notify_of('marquee_access', ids);
  PERFORM marquee_notify_people(ids);
  RETURN NULL;
END $$;

-- A statement that stores what is there already drops nothing.
CREATE FUNCTION marquee_notify_changed_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids int[] := ARRAY(
    SELECT id FROM changed JOIN before USING (id)
     WHERE to_jsonb(changed) - 'updated_at' <> to_jsonb(before) - 'updated_at');
BEGIN
  PERFORM marquee_notify_of('marquee_access', ids);
  PERFORM marquee_notify_people(ids);
  RETURN NULL;
END $$;

CREATE TRIGGER users_notify_insert AFTER INSERT ON users
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION marquee_notify_users('');
CREATE TRIGGER users_notify_delete AFTER DELETE ON users
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION marquee_notify_users('');
CREATE TRIGGER users_notify_update AFTER UPDATE ON users REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION marquee_notify_changed_users();

-- Lists -------------------------------------------------------------------------------------------------------------

-- A taste depends on the titles of one's own lists, and on nothing else of a list. So a write to a shared list drops the taste
-- of its owner when titles come or go, and nobody else's: otherwise one member's writes, or a stranger's invitations, would
-- make every process read the tastes of others again and again.
CREATE FUNCTION marquee_notify_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM marquee_notify_people(ARRAY(
    SELECT DISTINCT owner_id FROM changed WHERE owner_id IS NOT NULL AND media_count > 0));
  IF EXISTS (SELECT 1 FROM changed WHERE list_type = 'staff') THEN
    PERFORM pg_notify('marquee_catalogue', 'catalogue');
  END IF;
  RETURN NULL;
END $$;

-- Another order or name changes no taste. Every change of the titles changes the count in a statement of its own.
CREATE FUNCTION marquee_notify_changed_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM marquee_notify_people(ARRAY(
    SELECT DISTINCT changed.owner_id FROM changed JOIN before USING (id)
     WHERE changed.owner_id IS NOT NULL AND changed.media_count <> before.media_count));
  IF EXISTS (SELECT 1 FROM changed WHERE list_type = 'staff') THEN
    PERFORM pg_notify('marquee_catalogue', 'catalogue');
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER user_lists_notify_insert AFTER INSERT ON user_lists
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION marquee_notify_lists('');
CREATE TRIGGER user_lists_notify_delete AFTER DELETE ON user_lists
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION marquee_notify_lists('');
CREATE TRIGGER user_lists_notify_update AFTER UPDATE ON user_lists REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION marquee_notify_changed_lists();

-- Models, rounds and the outbox -------------------------------------------------------------------------------------

-- A model that is refused, or one long out of use, is news to nobody: processes rebuild only for the one in use.
CREATE FUNCTION marquee_notify_model() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('marquee_catalogue', 'model');
  RETURN NULL;
END $$;
CREATE TRIGGER recommender_models_notify_insert AFTER INSERT ON recommender_models
  FOR EACH ROW WHEN (NEW.status = 'active') EXECUTE FUNCTION marquee_notify_model();
CREATE TRIGGER recommender_models_notify_update AFTER UPDATE ON recommender_models
  FOR EACH ROW WHEN (OLD.status = 'active' OR NEW.status = 'active') EXECUTE FUNCTION marquee_notify_model();
CREATE TRIGGER recommender_models_notify_delete AFTER DELETE ON recommender_models
  FOR EACH ROW WHEN (OLD.status = 'active') EXECUTE FUNCTION marquee_notify_model();

-- Every process with event streams of the round reads the new version.
CREATE FUNCTION marquee_notify_round() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('marquee_round', NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER rounds_notify_update AFTER UPDATE OF version ON rounds
  FOR EACH ROW EXECUTE FUNCTION marquee_notify_round();

CREATE FUNCTION marquee_notify_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('marquee_outbox', '');
  RETURN NULL;
END $$;
CREATE TRIGGER outbox_notify AFTER INSERT ON outbox
  FOR EACH STATEMENT EXECUTE FUNCTION marquee_notify_outbox();
