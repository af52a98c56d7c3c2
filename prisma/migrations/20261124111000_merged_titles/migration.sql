-- AlterTable
ALTER TABLE "media" ADD COLUMN     "merged_into" INTEGER;

-- CreateIndex
CREATE INDEX "media_merged_into_idx" ON "media"("merged_into");

-- AddForeignKey
ALTER TABLE "media" ADD CONSTRAINT "media_merged_into_fkey" FOREIGN KEY ("merged_into") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE media
  ADD CONSTRAINT media_merged_check CHECK (merged_into IS NULL OR (merged_into <> id AND delisted_at IS NOT NULL)) NOT VALID;
ALTER TABLE media VALIDATE CONSTRAINT media_merged_check;

-- A title that is listed again, or written by its source, stays merged.
CREATE FUNCTION marquee_keep_merged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.delisted_at := COALESCE(NEW.delisted_at, OLD.delisted_at, now());
  RETURN NEW;
END $$;
CREATE TRIGGER media_keep_merged BEFORE UPDATE OF delisted_at ON media
  FOR EACH ROW WHEN (NEW.merged_into IS NOT NULL AND NEW.delisted_at IS NULL) EXECUTE FUNCTION marquee_keep_merged();

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
