-- CreateTable
CREATE TABLE "personal_keys" (
    "user_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT[],
    "secret_hash" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_on" DATE,
    "expires_on" DATE,

    CONSTRAINT "personal_keys_pkey" PRIMARY KEY ("user_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "personal_keys_secret_hash_key" ON "personal_keys"("secret_hash");

-- AddForeignKey
ALTER TABLE "personal_keys" ADD CONSTRAINT "personal_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "personal_keys" ADD CONSTRAINT "personal_keys_scopes_check"
  CHECK (cardinality(scopes) > 0 AND (scopes <@ ARRAY['read', 'write'] OR scopes = ARRAY['feed']));

-- Which keys a user has is part of the access that every process keeps. The day of the last use is not, so an update
-- drops nothing.
CREATE FUNCTION marquee_notify_personal_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM marquee_notify_of('marquee_access', ARRAY(SELECT DISTINCT user_id FROM changed));
  RETURN NULL;
END $$;
CREATE TRIGGER personal_keys_notify_insert AFTER INSERT ON personal_keys
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION marquee_notify_personal_keys();
CREATE TRIGGER personal_keys_notify_delete AFTER DELETE ON personal_keys
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION marquee_notify_personal_keys();

-- The cap of CAPS.keys. The lock makes two calls at once count one after the other.
CREATE FUNCTION marquee_cap_personal_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE id = NEW.user_id FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM personal_keys WHERE user_id = NEW.user_id) >= 20 THEN
    RAISE EXCEPTION 'too many keys' USING ERRCODE = 'MQ008';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER personal_keys_cap BEFORE INSERT ON personal_keys
  FOR EACH ROW EXECUTE FUNCTION marquee_cap_personal_keys();
