-- A pending change of address ends seven days after it was asked for, also when its link is sent again.
ALTER TABLE "users" ADD COLUMN "pending_email_until" TIMESTAMPTZ(3);
UPDATE users
   SET pending_email_until = COALESCE((SELECT max(expires_at) FROM email_codes AS code
                                        WHERE code.user_id = users.id AND code.purpose = 'confirm'
                                          AND code.email = users.pending_email), now())
 WHERE pending_email IS NOT NULL;

-- A second restore link, which is mailed when the new address is confirmed. It has a purpose of its own because the
-- previous version still writes one code per user, purpose and address.
ALTER TYPE "email_code_purpose" ADD VALUE 'restore_confirmed';
