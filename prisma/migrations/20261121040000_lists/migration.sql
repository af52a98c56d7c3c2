-- CreateTable
CREATE TABLE "user_list_departures" (
    "user_id" INTEGER NOT NULL,
    "list_id" INTEGER NOT NULL,
    "share_code" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_list_departures_pkey" PRIMARY KEY ("user_id","list_id")
);

-- AddForeignKey
ALTER TABLE "user_list_departures" ADD CONSTRAINT "user_list_departures_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Everybody has Watch Later and Haven't Watched -------------------------------------------------------

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

INSERT INTO user_lists (owner_id, list_type, name)
SELECT users.id, given.list_type, given.name
  FROM users, (VALUES ('watch_later'::list_type, 'Watch Later'),
                      ('havent_watched'::list_type, 'Haven''t Watched')) AS given (list_type, name)
ON CONFLICT DO NOTHING;

-- An invitation belongs to an address -----------------------------------------------------------------
-- user_list_shares.user_id is always the account that has the address now, whichever came first, the account
-- or the invitation. The lock lets the two wait for each other, else neither would see the other.

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

CREATE FUNCTION marquee_follow_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM marquee_lock_address(NEW.email);
  IF TG_OP = 'UPDATE' THEN
    -- Who owns the list or is on it already needs no invitation at the new address.
    DELETE FROM user_list_shares AS invitation
     WHERE invitation.email = NEW.email AND invitation.state = 'pending'
       AND (EXISTS (SELECT 1 FROM user_lists AS list
                     WHERE list.id = invitation.list_id AND list.owner_id = NEW.id)
         OR EXISTS (SELECT 1 FROM user_list_shares AS joined
                     WHERE joined.list_id = invitation.list_id AND joined.user_id = NEW.id
                       AND joined.state = 'accepted'));
    UPDATE user_list_shares SET email = NEW.email
     WHERE user_id = NEW.id AND state = 'accepted' AND email <> NEW.email;
    UPDATE user_list_shares SET user_id = NULL
     WHERE user_id = NEW.id AND state = 'pending' AND email <> NEW.email;
  END IF;
  UPDATE user_list_shares SET user_id = NEW.id WHERE email = NEW.email AND user_id IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER users_follow_address AFTER INSERT OR UPDATE OF email ON users
  FOR EACH ROW EXECUTE FUNCTION marquee_follow_address();
