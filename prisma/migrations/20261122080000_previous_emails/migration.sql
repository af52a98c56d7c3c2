-- CreateTable
CREATE TABLE "previous_emails" (
    "user_id" INTEGER NOT NULL,
    "email" CITEXT NOT NULL,
    "left_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "previous_emails_pkey" PRIMARY KEY ("user_id","email")
);

-- AddForeignKey
ALTER TABLE "previous_emails" ADD CONSTRAINT "previous_emails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
