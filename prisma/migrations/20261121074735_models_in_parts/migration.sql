-- A whole model in one value can be neither read nor written within the time that a statement may take.
CREATE TABLE "recommender_model_parts" (
    "model_id" INTEGER NOT NULL,
    "part" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "recommender_model_parts_pkey" PRIMARY KEY ("model_id","part")
);
ALTER TABLE "recommender_model_parts" ADD CONSTRAINT "recommender_model_parts_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "recommender_models"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- Factors do not shrink: trying to compress them costs time and saves nothing.
ALTER TABLE recommender_model_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;

INSERT INTO recommender_model_parts (model_id, part, bytes)
SELECT id, part, substring(parameters FROM part * 8388608 + 1 FOR 8388608)
  FROM recommender_models, generate_series(0, (octet_length(parameters) - 1) / 8388608) AS part
 WHERE parameters IS NOT NULL;
ALTER TABLE "recommender_models" DROP COLUMN "parameters";

-- The only candidates there ever were had been in use.
ALTER TABLE "recommender_models" ALTER COLUMN "status" DROP DEFAULT;
ALTER TYPE model_status RENAME VALUE 'candidate' TO 'retired';

-- A model that is refused, or one long out of use, is news to nobody: processes rebuild only for the one in use.
DROP TRIGGER recommender_models_notify_insert ON recommender_models;
DROP TRIGGER recommender_models_notify_update ON recommender_models;
DROP TRIGGER recommender_models_notify_delete ON recommender_models;
CREATE FUNCTION marquee_notify_model() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('marquee_catalogue', 'model');
  RETURN NULL;
END $$;
CREATE TRIGGER recommender_models_notify_insert AFTER INSERT ON recommender_models
  FOR EACH ROW WHEN (NEW.status = 'active') EXECUTE FUNCTION marquee_notify_model();
CREATE TRIGGER recommender_models_notify_update AFTER UPDATE ON recommender_models
  FOR EACH ROW WHEN (OLD.status = 'active' OR NEW.status = 'active') EXECUTE FUNCTION marquee_notify_model();
CREATE TRIGGER recommender_models_notify_delete AFTER DELETE ON recommender_models
  FOR EACH ROW WHEN (OLD.status = 'active') EXECUTE FUNCTION marquee_notify_model();
