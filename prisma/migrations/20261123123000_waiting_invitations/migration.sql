-- A user who joins a list by its link before proving the address is a member without the right of an invitation to the
-- address. The row keeps the end of the invitation in `expires_at`: state 'accepted', not expired, and a user without proof
-- mean that the invitation waits for its owner.

-- A waiting invitation that becomes open again is no new invitation, so that the cap cannot prevent a user from leaving.
CREATE OR REPLACE FUNCTION marquee_cap_shares() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION marquee_follow_address() RETURNS trigger LANGUAGE plpgsql AS $$
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
