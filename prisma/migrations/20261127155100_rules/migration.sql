-- Rules that several writers share (docs/adr/0013-enforce-cross-cutting-rules-in-triggers.md), each named by the module
-- whose rule it is.

-- Accounts ----------------------------------------------------------------------------------------------------------

-- Only a proven address gives the right to erase what was sent from it or to it.
CREATE FUNCTION marquee_remember_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO previous_emails (user_id, email) VALUES (OLD.id, OLD.email)
    ON CONFLICT (user_id, email) DO UPDATE SET left_at = excluded.left_at;
  RETURN NULL;
END $$;
CREATE TRIGGER users_remember_address AFTER UPDATE OF email ON users
  FOR EACH ROW WHEN (OLD.email <> NEW.email AND OLD.email_verified_at IS NOT NULL)
  EXECUTE FUNCTION marquee_remember_address();

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

-- Lists -------------------------------------------------------------------------------------------------------------

-- Everybody has Watch Later and Haven't Watched.
CREATE FUNCTION marquee_give_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_lists (owner_id, list_type, name)
  SELECT changed.id, given.list_type, given.name
    FROM changed, (VALUES ('watch_later'::list_type, 'Watch Later'),
                          ('havent_watched'::list_type, 'Haven''t Watched')) AS given (list_type, name);
  RETURN NULL;
END $$;
CREATE TRIGGER users_give_lists AFTER INSERT ON users
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION marquee_give_lists();

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

-- Invitations -------------------------------------------------------------------------------------------------------

-- user_list_shares.user_id is always the account that has the address now, whichever came first, the account or the
-- invitation. The lock lets the two wait for each other, else neither would see the other.
CREATE FUNCTION marquee_lock_address(address citext) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended(lower(address::text), 0))
$$;

CREATE FUNCTION marquee_find_invited() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM marquee_lock_address(NEW.email);
  NEW.user_id := (SELECT id FROM users WHERE email = NEW.email);
  RETURN NEW;
END $$;
-- Fires before user_list_shares_list_check, which needs the account.
CREATE TRIGGER user_list_shares_find_invited BEFORE INSERT ON user_list_shares
  FOR EACH ROW EXECUTE FUNCTION marquee_find_invited();

-- A user who joins a list by its link before proving the address is a member without the right of an invitation to the
-- address. The row keeps the end of the invitation in `expires_at`: state 'accepted', not expired, and a user without proof
-- mean that the invitation waits for its owner.
CREATE FUNCTION marquee_follow_address() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  waiting integer[];
  entitling integer[];
BEGIN
  PERFORM marquee_lock_address(NEW.email);
  IF TG_OP = 'UPDATE' AND NEW.email <> OLD.email THEN
    -- An invitation that waits for proof stays with the old address. The membership follows the user.
    IF OLD.email_verified_at IS NULL THEN
      waiting := ARRAY(SELECT list_id FROM user_list_shares
                        WHERE user_id = NEW.id AND state = 'accepted' AND expires_at > now());
      UPDATE user_list_shares SET state = 'pending', accepted_at = NULL, user_id = NULL
       WHERE user_id = NEW.id AND list_id = ANY(waiting);
    END IF;
    -- Who owns the list or is on it already needs no invitation at the new address, but gets its right.
    entitling := ARRAY(SELECT list_id FROM user_list_shares
                        WHERE email = NEW.email AND state = 'pending' AND share_allowed
                          AND (expires_at IS NULL OR expires_at > now()));
    DELETE FROM user_list_shares AS invitation
     WHERE invitation.email = NEW.email AND invitation.state = 'pending'
       AND (invitation.list_id = ANY(waiting)
         OR EXISTS (SELECT 1 FROM user_lists AS list
                     WHERE list.id = invitation.list_id AND list.owner_id = NEW.id)
         OR EXISTS (SELECT 1 FROM user_list_shares AS joined
                     WHERE joined.list_id = invitation.list_id AND joined.user_id = NEW.id
                       AND joined.state = 'accepted'));
    UPDATE user_list_shares SET email = NEW.email, share_allowed = share_allowed AND OLD.email_verified_at IS NOT NULL
     WHERE user_id = NEW.id AND state = 'accepted' AND email <> NEW.email;
    INSERT INTO user_list_shares (list_id, email, user_id, state, accepted_at)
    SELECT list_id, NEW.email, NEW.id, 'accepted', now() FROM unnest(waiting) AS list_id;
    UPDATE user_list_shares SET share_allowed = true
     WHERE user_id = NEW.id AND state = 'accepted' AND NOT share_allowed AND list_id = ANY(entitling);
    UPDATE user_list_shares SET user_id = NULL
     WHERE user_id = NEW.id AND state = 'pending' AND email <> NEW.email;
  END IF;
  UPDATE user_list_shares SET user_id = NEW.id WHERE email = NEW.email AND user_id IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER users_follow_address AFTER INSERT OR UPDATE OF email ON users
  FOR EACH ROW EXECUTE FUNCTION marquee_follow_address();

-- Caps --------------------------------------------------------------------------------------------------------------

-- Caps (CAPS in packages/contracts/src/constants.ts, docs/adr/0020-enforce-caps-in-triggers.md). Rows beyond a cap from
-- before it existed stay; their number can only shrink. The SQLSTATE names the cap.
CREATE FUNCTION marquee_cap_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.list_type = 'custom' THEN
    -- Serializes the creation of one user's lists.
    PERFORM 1 FROM users WHERE id = NEW.owner_id FOR NO KEY UPDATE;
    IF (SELECT count(*) FROM user_lists WHERE owner_id = NEW.owner_id AND list_type = 'custom') >= 200 THEN
      RAISE EXCEPTION 'too many lists' USING ERRCODE = 'MQ001';
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER user_lists_cap BEFORE INSERT ON user_lists
  FOR EACH ROW EXECUTE FUNCTION marquee_cap_lists();

-- Runs after user_list_media_inserted, which locks the lists and counts their titles.
CREATE FUNCTION marquee_cap_list_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM user_lists AS list JOIN changed ON changed.list_id = list.id
              WHERE list.media_count > 10000 AND list.list_type <> 'staff') THEN
    RAISE EXCEPTION 'too many titles on a list' USING ERRCODE = 'MQ002';
  END IF;
  PERFORM 1 FROM users WHERE id IN
    (SELECT list.owner_id FROM user_lists AS list JOIN changed ON changed.list_id = list.id) ORDER BY id FOR NO KEY UPDATE;
  IF EXISTS (SELECT 1 FROM user_lists AS list
              WHERE list.owner_id IN (SELECT owned.owner_id FROM user_lists AS owned
                                        JOIN changed ON changed.list_id = owned.id)
              GROUP BY list.owner_id HAVING sum(list.media_count) > 50000) THEN
    RAISE EXCEPTION 'too many list entries' USING ERRCODE = 'MQ003';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER user_list_media_zcap AFTER INSERT ON user_list_media
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION marquee_cap_list_media();

-- A waiting invitation that becomes open again is no new invitation, so that the cap cannot prevent a user from leaving.
CREATE FUNCTION marquee_cap_shares() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  alike integer;
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.state = OLD.state OR NEW.state = 'pending') THEN
    RETURN NEW;
  END IF;
  PERFORM 1 FROM user_lists WHERE id = NEW.list_id FOR NO KEY UPDATE;
  SELECT count(*) INTO alike FROM user_list_shares
   WHERE list_id = NEW.list_id AND state = NEW.state AND id <> NEW.id
     AND (NEW.state = 'accepted' OR expires_at IS NULL OR expires_at > now());
  IF NEW.state = 'accepted' AND alike >= 200 THEN
    RAISE EXCEPTION 'too many members' USING ERRCODE = 'MQ004';
  END IF;
  IF NEW.state = 'pending' AND alike >= 50 THEN
    RAISE EXCEPTION 'too many open invitations' USING ERRCODE = 'MQ005';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER user_list_shares_cap BEFORE INSERT OR UPDATE OF state ON user_list_shares
  FOR EACH ROW EXECUTE FUNCTION marquee_cap_shares();

CREATE FUNCTION marquee_cap_wishes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE id = NEW.user_id FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM user_wishes WHERE user_id = NEW.user_id) >= 100 THEN
    RAISE EXCEPTION 'too many wishes' USING ERRCODE = 'MQ007';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER user_wishes_cap BEFORE INSERT ON user_wishes
  FOR EACH ROW EXECUTE FUNCTION marquee_cap_wishes();

-- The cap of IMPORT_ROWS_MAX. The count beside the import saves counting 250,000 rows at every batch.
CREATE FUNCTION marquee_cap_import_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE user_imports AS i SET stored_rows = i.stored_rows + counted.rows
    FROM (SELECT user_id, import_id, count(*) AS rows FROM changed GROUP BY user_id, import_id) AS counted
   WHERE counted.user_id = i.user_id AND counted.import_id = i.id;
  PERFORM 1 FROM users WHERE id IN (SELECT user_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
  IF EXISTS (SELECT 1 FROM user_imports WHERE user_id IN (SELECT user_id FROM changed)
              GROUP BY user_id HAVING sum(stored_rows) > 250000) THEN
    RAISE EXCEPTION 'too many imported rows' USING ERRCODE = 'MQ006';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER user_import_rows_cap AFTER INSERT ON user_import_rows
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION marquee_cap_import_rows();

CREATE FUNCTION marquee_uncount_import_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE user_imports AS i SET stored_rows = i.stored_rows - counted.rows
    FROM (SELECT user_id, import_id, count(*) AS rows FROM changed GROUP BY user_id, import_id) AS counted
   WHERE counted.user_id = i.user_id AND counted.import_id = i.id;
  RETURN NULL;
END $$;
CREATE TRIGGER user_import_rows_uncount AFTER DELETE ON user_import_rows
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION marquee_uncount_import_rows();

-- Imports -----------------------------------------------------------------------------------------------------------

-- The sizes of the columns whose length a file decides, as they are stored, and 40 bytes a row for the others.
CREATE FUNCTION marquee_import_bytes(of_user int, of_import int) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT (
      (SELECT COALESCE(sum(40 + pg_column_size(lists) + COALESCE(pg_column_size(choices), 0) + pg_column_size(columns)
                           + pg_column_size(files) + pg_column_size(profiles)), 0)
         FROM user_imports WHERE user_id = of_user AND id = of_import)
    + (SELECT COALESCE(sum(40 + pg_column_size(bytes)), 0)
         FROM user_import_parts WHERE user_id = of_user AND import_id = of_import)
    + (SELECT COALESCE(sum(40 + pg_column_size(key) + pg_column_size(hint) + pg_column_size(fact)), 0)
         FROM user_import_rows WHERE user_id = of_user AND import_id = of_import)
    + (SELECT COALESCE(sum(40 + pg_column_size(key) + pg_column_size(hint) + pg_column_size(choices)
                           + pg_column_size(facts) + COALESCE(pg_column_size(change), 0)), 0)
         FROM user_import_titles WHERE user_id = of_user AND import_id = of_import)
    + (SELECT COALESCE(sum(40 + pg_column_size(ref) + COALESCE(pg_column_size(before), 0)
                           + COALESCE(pg_column_size(after), 0)), 0)
         FROM user_import_changes WHERE user_id = of_user AND import_id = of_import)
    + (SELECT COALESCE(sum(40 + pg_column_size(key) + pg_column_size(hint) + pg_column_size(facts)), 0)
         FROM user_import_waiting WHERE user_id = of_user AND import_id = of_import)
  )::int
$$;

-- Titles ------------------------------------------------------------------------------------------------------------

-- No source tells when a season came, so the day on which its series has one more season is kept.
CREATE FUNCTION marquee_note_season() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.new_season_on := current_date;
  RETURN NEW;
END $$;
CREATE TRIGGER media_note_season BEFORE UPDATE OF seasons ON media
  FOR EACH ROW WHEN (NEW.seasons > OLD.seasons) EXECUTE FUNCTION marquee_note_season();

-- A title that is listed again, or written by its source, stays merged.
CREATE FUNCTION marquee_keep_merged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.delisted_at := COALESCE(NEW.delisted_at, OLD.delisted_at, now());
  RETURN NEW;
END $$;
CREATE TRIGGER media_keep_merged BEFORE UPDATE OF delisted_at ON media
  FOR EACH ROW WHEN (NEW.merged_into IS NOT NULL AND NEW.delisted_at IS NULL) EXECUTE FUNCTION marquee_keep_merged();

-- Moves what names a title in lists of ids: rounds, the choices of imports that are not confirmed, and reports about
-- offers. Otherwise nobody could vote for the title, because calls with its id mean the title that stays.
CREATE FUNCTION marquee_move_named(old_id int, target int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- A round that has both titles keeps the one that stays. The bands of its members have the order of its titles.
  UPDATE round_members AS member
     SET bands = member.bands[:array_position(round.medium_ids, old_id) - 1]
              || member.bands[array_position(round.medium_ids, old_id) + 1:]
    FROM rounds AS round
   WHERE round.id = member.round_id AND round.medium_ids @> ARRAY[old_id, target] AND cardinality(member.bands) > 0;
  UPDATE round_votes AS mine SET yes = mine.yes OR other.yes FROM round_votes AS other
   WHERE mine.medium_id = target AND other.medium_id = old_id AND other.member_id = mine.member_id;
  DELETE FROM round_votes WHERE medium_id = old_id
     AND member_id IN (SELECT member_id FROM round_votes WHERE medium_id = target);
  UPDATE round_votes SET medium_id = target WHERE medium_id = old_id;
  DELETE FROM round_ratings WHERE medium_id = old_id
     AND member_id IN (SELECT member_id FROM round_ratings WHERE medium_id = target);
  UPDATE round_ratings SET medium_id = target WHERE medium_id = old_id;
  UPDATE rounds
     SET deck_ids = CASE WHEN target = ANY (deck_ids) THEN array_remove(deck_ids, old_id)
                         ELSE array_replace(deck_ids, old_id, target) END,
         medium_ids = CASE WHEN target = ANY (medium_ids) THEN array_remove(medium_ids, old_id)
                           ELSE array_replace(medium_ids, old_id, target) END,
         winner_id = CASE WHEN winner_id = old_id THEN target ELSE winner_id END,
         version = version + 1
   WHERE old_id = ANY (deck_ids) OR old_id = ANY (medium_ids) OR winner_id = old_id;

  UPDATE user_import_titles AS title
     SET choices = (
       SELECT jsonb_agg(choice ORDER BY place)
         FROM (SELECT DISTINCT ON (named) place, jsonb_set(choice, '{mediumId}', to_jsonb(named)) AS choice
                 FROM jsonb_array_elements(title.choices) WITH ORDINALITY AS given (choice, place),
                      LATERAL (SELECT CASE WHEN (choice->>'mediumId')::int = old_id THEN target
                                           ELSE (choice->>'mediumId')::int END AS named) AS known
                ORDER BY named, place) AS kept)
    FROM user_imports AS import
   WHERE import.user_id = title.user_id AND import.id = title.import_id AND import.state IN ('matching', 'ready')
     AND title.choices @> jsonb_build_array(jsonb_build_object('mediumId', old_id));

  INSERT INTO user_wrong_offers (user_id, provider_medium_id, kind, created_at)
  SELECT report.user_id, mine.id, report.kind, report.created_at
    FROM user_wrong_offers AS report
    JOIN provider_medium AS other ON other.id = report.provider_medium_id AND other.medium_id = old_id
    JOIN provider_medium AS mine ON mine.medium_id = target AND (mine.provider_id, mine.country, mine.kind, mine.quality)
       = (other.provider_id, other.country, other.kind, other.quality)
  ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION marquee_on_merge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM marquee_move_named(NEW.id, NEW.merged_into);
  RETURN NULL;
END $$;
CREATE TRIGGER media_merged AFTER UPDATE OF merged_into ON media
  FOR EACH ROW WHEN (NEW.merged_into IS NOT NULL AND NEW.merged_into IS DISTINCT FROM OLD.merged_into)
  EXECUTE FUNCTION marquee_on_merge();

-- Moves everything that belongs to a title to its double. The row stays, because journals of imports, rounds and old
-- links name its id. Merging again changes nothing.
CREATE FUNCTION marquee_merge_title(old_id int, new_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  target int;
  own record;
BEGIN
  SELECT COALESCE(merged_into, id) INTO target FROM media WHERE id = new_id;
  PERFORM 1 FROM media WHERE id IN (old_id, target) ORDER BY id FOR UPDATE;
  IF target IS NULL OR target = old_id OR NOT EXISTS (SELECT 1 FROM media WHERE id = old_id AND merged_into IS NULL) THEN
    RETURN;
  END IF;

  -- The newest rating and the last view stay.
  DELETE FROM user_medium_ratings AS mine USING user_medium_ratings AS other
   WHERE mine.medium_id = target AND other.medium_id = old_id AND other.user_id = mine.user_id
     AND other.updated_at > mine.updated_at;
  UPDATE user_medium_seen AS mine SET seen_on = GREATEST(mine.seen_on, other.seen_on) FROM user_medium_seen AS other
   WHERE mine.medium_id = target AND other.medium_id = old_id AND other.user_id = mine.user_id;
  UPDATE user_medium_settings AS mine SET not_suggest_sharing = true FROM user_medium_settings AS other
   WHERE mine.medium_id = target AND other.medium_id = old_id AND other.user_id = mine.user_id
     AND other.not_suggest_sharing;
  FOR own IN SELECT * FROM (VALUES
      ('user_medium_ratings', 'user_id'), ('user_medium_seen', 'user_id'), ('user_medium_settings', 'user_id'),
      ('user_medium_hiddens', 'user_id'), ('user_not_tonight', 'user_id'), ('user_news_mails', 'user_id, kind'),
      ('watch_events', 'user_id, seen_on'), ('user_list_media', 'list_id'), ('medium_titles', 'language'))
    AS tables (name, key) LOOP
    EXECUTE format(
      'DELETE FROM %1$I WHERE medium_id = $1 AND (%2$s) IN (SELECT %2$s FROM %1$I WHERE medium_id = $2)', own.name, own.key)
      USING old_id, target;
    EXECUTE format('UPDATE %1$I SET medium_id = $2 WHERE medium_id = $1', own.name) USING old_id, target;
  END LOOP;
  UPDATE user_wishes SET medium_id = target WHERE medium_id = old_id;
  UPDATE users SET share_suggested_medium_id = target WHERE share_suggested_medium_id = old_id;

  -- Of two equal offers, the one of the title that stays is used.
  UPDATE user_interactions AS followed SET provider_medium_id = mine.id
    FROM provider_medium AS other JOIN provider_medium AS mine
      ON mine.medium_id = target AND (mine.provider_id, mine.country, mine.kind, mine.quality)
       = (other.provider_id, other.country, other.kind, other.quality)
   WHERE other.medium_id = old_id AND followed.provider_medium_id = other.id;
  UPDATE user_interactions SET medium_id = target WHERE medium_id = old_id;
  UPDATE provider_medium AS other SET medium_id = target
   WHERE other.medium_id = old_id AND NOT EXISTS (
     SELECT 1 FROM provider_medium AS mine
      WHERE mine.medium_id = target AND (mine.provider_id, mine.country, mine.kind, mine.quality)
        = (other.provider_id, other.country, other.kind, other.quality));
  UPDATE provider_medium SET delisted_at = now() WHERE medium_id = old_id AND delisted_at IS NULL;
  UPDATE medium_ids SET medium_id = target WHERE medium_id = old_id;
  UPDATE source_titles SET medium_id = target WHERE medium_id = old_id;

  -- Imports that are previewed or that may be undone.
  UPDATE user_import_titles SET medium_id = target WHERE medium_id = old_id;
  UPDATE user_import_changes AS change SET ref = target::text,
      before = CASE WHEN before ? 'medium_id' THEN jsonb_set(before, '{medium_id}', to_jsonb(target)) ELSE before END,
      after = CASE WHEN after ? 'medium_id' THEN jsonb_set(after, '{medium_id}', to_jsonb(target)) ELSE after END
   WHERE kind IN ('rating', 'seen', 'hide', 'setting') AND ref = old_id::text AND NOT EXISTS (
     SELECT 1 FROM user_import_changes AS known
      WHERE known.user_id = change.user_id AND known.import_id = change.import_id AND known.kind = change.kind
        AND known.ref = target::text);
  UPDATE user_import_changes SET after = jsonb_set(after, '{medium_id}', to_jsonb(target))
   WHERE kind = 'entry' AND after @> jsonb_build_object('medium_id', old_id);

  UPDATE media SET merged_into = target WHERE merged_into = old_id;
  UPDATE media SET merged_into = target, delisted_at = COALESCE(delisted_at, now()) WHERE id = old_id;
END $$;
