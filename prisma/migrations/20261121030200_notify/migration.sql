-- Caches learn of changes through NOTIFY, sent by triggers so that no writer can forget it. It is delivered
-- when the change commits, equal messages of one transaction once.
--   marquee_user       '<user id>', or '*' when one statement touched more than a hundred people
--   marquee_catalogue  'catalogue', 'model' or 'plans'
--   marquee_outbox     '' when there is something to hand on

CREATE FUNCTION marquee_notify_people(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) > 100 THEN
    PERFORM pg_notify('marquee_user', '*');
  ELSE
    PERFORM pg_notify('marquee_user', id::text) FROM unnest(ids) AS id;
  END IF;
END $$;

CREATE FUNCTION marquee_notify_by_user_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM marquee_notify_people(ARRAY(SELECT DISTINCT user_id FROM changed));
  RETURN NULL;
END $$;

CREATE FUNCTION marquee_notify_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM marquee_notify_people(ARRAY(SELECT id FROM changed));
  RETURN NULL;
END $$;

-- Also stands for user_list_media, whose every change raises the list's version.
CREATE FUNCTION marquee_notify_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM marquee_notify_people(ARRAY(
    SELECT owner_id FROM changed WHERE owner_id IS NOT NULL
    UNION
    SELECT share.user_id FROM user_list_shares AS share JOIN changed ON changed.id = share.list_id
     WHERE share.user_id IS NOT NULL));
  IF EXISTS (SELECT 1 FROM changed WHERE list_type = 'staff') THEN
    PERFORM pg_notify('marquee_catalogue', 'catalogue');
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION marquee_notify_shares() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM marquee_notify_people(ARRAY(
    SELECT user_id FROM changed WHERE user_id IS NOT NULL
    UNION
    SELECT list.owner_id FROM user_lists AS list JOIN changed ON changed.list_id = list.id
     WHERE list.owner_id IS NOT NULL));
  RETURN NULL;
END $$;

CREATE FUNCTION marquee_notify_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM changed) THEN
    PERFORM pg_notify('marquee_catalogue', TG_ARGV[0]);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION marquee_notify_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('marquee_outbox', '');
  RETURN NULL;
END $$;
CREATE TRIGGER outbox_notify AFTER INSERT ON outbox
  FOR EACH STATEMENT EXECUTE FUNCTION marquee_notify_outbox();

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

SELECT marquee_watch('users', 'marquee_notify_users');
SELECT marquee_watch(watched::regclass, 'marquee_notify_by_user_id') FROM unnest(ARRAY[
  'user_preferences', 'user_medium_ratings', 'user_medium_hiddens', 'user_medium_settings',
  'user_medium_providers', 'user_medium_genres', 'referral_sources']) AS watched;
SELECT marquee_watch('user_lists', 'marquee_notify_lists');
SELECT marquee_watch('user_list_shares', 'marquee_notify_shares');
SELECT marquee_watch(watched::regclass, 'marquee_notify_catalogue', 'catalogue') FROM unnest(ARRAY[
  'media', 'genres', 'media_genres', 'people', 'credits', 'medium_providers', 'provider_medium',
  'system_medium_tags', 'medium_tags']) AS watched;
SELECT marquee_watch(watched::regclass, 'marquee_notify_catalogue', 'plans')
  FROM unnest(ARRAY['plans', 'pricings']) AS watched;
SELECT marquee_watch(watched::regclass, 'marquee_notify_catalogue', 'model')
  FROM unnest(ARRAY['recommender_models', 'medium_factors']) AS watched;
