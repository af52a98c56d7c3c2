-- The bytes that an import stores, by which the budget of its account is kept (IMPORT_STORED_BYTES in
-- packages/contracts/src/constants.ts). Imports from before count from their next step on.
ALTER TABLE "user_imports" ADD COLUMN "stored_bytes" INTEGER NOT NULL DEFAULT 0;

-- A row's hint is that of its title.
ALTER TABLE "user_import_rows" ALTER COLUMN "hint" SET DEFAULT '{}';

CREATE INDEX "user_imports_user_id_stored_bytes_idx" ON "user_imports"("user_id", "stored_bytes");

-- The sizes of the columns whose length a file decides, as they are stored, and 40 bytes a row for the others.
CREATE FUNCTION marquee_import_bytes(of_user int, of_import int) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT (
      (SELECT COALESCE(sum(40 + pg_column_size(lists) + COALESCE(pg_column_size(choices), 0) + pg_column_size(columns)
                           + pg_column_size(files) + pg_column_size(profiles)), 0)
         FROM user_imports WHERE user_id = of_user AND id = of_import)
    + (SELECT COALESCE(sum(40 + pg_column_size(bytes)), 0)
         FROM user_import_parts WHERE user_id = of_user AND import_id = of_import)
    + (SELECT COALESCE(sum(40 + pg_column_size(key) + pg_column_size(hint) + pg_column_size(fact)), 0)
         FROM user_import_rows WHERE user_id = of_user AND import_id = of_import)
    + (SELECT COALESCE(sum(40 + pg_column_size(key) + pg_column_size(hint) + pg_column_size(choices)
                           + pg_column_size(facts) + COALESCE(pg_column_size(change), 0)), 0)
         FROM user_import_titles WHERE user_id = of_user AND import_id = of_import)
    + (SELECT COALESCE(sum(40 + pg_column_size(ref) + COALESCE(pg_column_size(before), 0)
                           + COALESCE(pg_column_size(after), 0)), 0)
         FROM user_import_changes WHERE user_id = of_user AND import_id = of_import)
    + (SELECT COALESCE(sum(40 + pg_column_size(key) + pg_column_size(hint) + pg_column_size(facts)), 0)
         FROM user_import_waiting WHERE user_id = of_user AND import_id = of_import)
  )::int
$$;
