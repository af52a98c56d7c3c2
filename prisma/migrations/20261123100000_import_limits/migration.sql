-- AlterTable
ALTER TABLE "user_imports" ADD COLUMN     "failure_code" TEXT,
ADD COLUMN     "stored_rows" INTEGER NOT NULL DEFAULT 0;

-- A failed import keeps no rows.
DELETE FROM user_import_rows AS r USING user_imports AS i
 WHERE i.user_id = r.user_id AND i.id = r.import_id AND i.state = 'failed';
DELETE FROM user_import_titles AS t USING user_imports AS i
 WHERE i.user_id = t.user_id AND i.id = t.import_id AND i.state = 'failed';

UPDATE user_imports AS i SET stored_rows = counted.rows
  FROM (SELECT user_id, import_id, count(*) AS rows FROM user_import_rows GROUP BY user_id, import_id) AS counted
 WHERE counted.user_id = i.user_id AND counted.import_id = i.id;

-- Cap (IMPORT_ROWS_MAX in packages/contracts/src/constants.ts), see docs/adr/0020. The count beside the import saves
-- counting 250,000 rows at every batch.
CREATE FUNCTION marquee_cap_import_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE user_imports AS i SET stored_rows = i.stored_rows + counted.rows
    FROM (SELECT user_id, import_id, count(*) AS rows FROM changed GROUP BY user_id, import_id) AS counted
   WHERE counted.user_id = i.user_id AND counted.import_id = i.id;
  PERFORM 1 FROM users WHERE id IN (SELECT user_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
  IF EXISTS (SELECT 1 FROM user_imports WHERE user_id IN (SELECT user_id FROM changed)
              GROUP BY user_id HAVING sum(stored_rows) > 250000) THEN
    RAISE EXCEPTION 'too many imported rows' USING ERRCODE = 'MQ006';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER user_import_rows_cap AFTER INSERT ON user_import_rows
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION marquee_cap_import_rows();

CREATE FUNCTION marquee_uncount_import_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE user_imports AS i SET stored_rows = i.stored_rows - counted.rows
    FROM (SELECT user_id, import_id, count(*) AS rows FROM changed GROUP BY user_id, import_id) AS counted
   WHERE counted.user_id = i.user_id AND counted.import_id = i.id;
  RETURN NULL;
END $$;
CREATE TRIGGER user_import_rows_uncount AFTER DELETE ON user_import_rows
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION marquee_uncount_import_rows();
