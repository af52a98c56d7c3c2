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

SELECT marquee_move_named(id, merged_into) FROM media WHERE merged_into IS NOT NULL;
