-- No reply and no screen shows the sentence of a staff list.
ALTER TABLE user_lists DROP COLUMN blurb;
