-- A taste depends on the titles of one's own lists, and on nothing else of a list. So a write to a shared list drops the taste
-- of its owner when titles come or go, and nobody else's: otherwise one member's writes, or a stranger's invitations, would
-- make every process read the tastes of others again and again.
DROP TRIGGER user_list_shares_notify_insert ON user_list_shares;
DROP TRIGGER user_list_shares_notify_update ON user_list_shares;
DROP TRIGGER user_list_shares_notify_delete ON user_list_shares;
DROP FUNCTION marquee_notify_shares();

-- For inserted and deleted lists.
CREATE OR REPLACE FUNCTION marquee_notify_lists() RETURNS trigger LANGUAGE plpgsql AS $$
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
DROP TRIGGER user_lists_notify_update ON user_lists;
CREATE TRIGGER user_lists_notify_update AFTER UPDATE ON user_lists REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION marquee_notify_changed_lists();

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
DROP TRIGGER users_notify_update ON users;
CREATE TRIGGER users_notify_update AFTER UPDATE ON users REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION marquee_notify_changed_users();
