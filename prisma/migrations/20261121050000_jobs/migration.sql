-- What the jobs look for, so that their hourly looks do not read whole tables.
CREATE INDEX outbox_edits ON outbox (((payload->>'listId')::int), id)
  WHERE kind = 'list_edited' AND done_at IS NULL AND dead_at IS NULL;
CREATE INDEX outbox_handed ON outbox (handed_at, id)
  WHERE handed_at IS NOT NULL AND done_at IS NULL AND dead_at IS NULL;
CREATE INDEX users_trial_reminders ON users (trial_ends_at)
  WHERE trial_reminder_sent_at IS NULL AND disabled_at IS NULL;
CREATE INDEX user_interactions_unanswered ON user_interactions (created_at)
  WHERE answer IS NULL AND reminded_at IS NULL;
