-- Rights come only from proven addresses (docs/api.md#proven-addresses).
ALTER TABLE "users" ADD COLUMN "email_verified_at" TIMESTAMPTZ(3), ADD COLUMN "pending_email" CITEXT;

CREATE TYPE "email_code_purpose" AS ENUM ('confirm', 'restore');

CREATE TABLE "email_codes" (
    "code_hash" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "purpose" "email_code_purpose" NOT NULL,
    "email" CITEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "email_codes_pkey" PRIMARY KEY ("code_hash")
);
CREATE UNIQUE INDEX "email_codes_user_id_purpose_email_key" ON "email_codes"("user_id", "purpose", "email");
CREATE INDEX "email_codes_email_idx" ON "email_codes"("email");
ALTER TABLE "email_codes" ADD CONSTRAINT "email_codes_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Tokens that their users ended by signing out. A token that expired is pruned.
CREATE TABLE "ended_tokens" (
    "token_hash" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ended_tokens_pkey" PRIMARY KEY ("token_hash")
);
CREATE INDEX "ended_tokens_user_id_idx" ON "ended_tokens"("user_id");
ALTER TABLE "ended_tokens" ADD CONSTRAINT "ended_tokens_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
SELECT marquee_watch('ended_tokens', 'marquee_notify_by_user_id');

-- Caps (LIMITS in packages/contracts/src/constants.ts). Rows beyond a cap from before this migration stay; their number
-- can only shrink. The SQLSTATE names the cap.
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

CREATE FUNCTION marquee_cap_shares() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  alike integer;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.state = OLD.state THEN
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
