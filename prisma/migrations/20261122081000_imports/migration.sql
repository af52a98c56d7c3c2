-- CreateTable
CREATE TABLE "user_medium_seen" (
    "user_id" INTEGER NOT NULL,
    "medium_id" INTEGER NOT NULL,
    "seen_on" DATE,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_medium_seen_pkey" PRIMARY KEY ("user_id","medium_id")
);

-- CreateTable
CREATE TABLE "user_imports" (
    "user_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "source" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'reading',
    "sha256" TEXT NOT NULL,
    "file_name" TEXT NOT NULL DEFAULT '',
    "bytes" INTEGER NOT NULL,
    "step" INTEGER NOT NULL DEFAULT 0,
    "phase" TEXT NOT NULL DEFAULT '',
    "cursor" INTEGER NOT NULL DEFAULT 0,
    "progress" SMALLINT NOT NULL DEFAULT 0,
    "lists" JSONB NOT NULL DEFAULT '[]',
    "choices" JSONB,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "applied_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "user_imports_pkey" PRIMARY KEY ("user_id","id")
);

-- CreateTable
CREATE TABLE "user_import_parts" (
    "user_id" INTEGER NOT NULL,
    "import_id" INTEGER NOT NULL,
    "part" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "user_import_parts_pkey" PRIMARY KEY ("user_id","import_id","part")
);

-- CreateTable
CREATE TABLE "user_import_rows" (
    "user_id" INTEGER NOT NULL,
    "import_id" INTEGER NOT NULL,
    "seq" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "hint" JSONB NOT NULL,
    "fact" JSONB NOT NULL,
    "list" SMALLINT,
    "over_cap" TEXT,

    CONSTRAINT "user_import_rows_pkey" PRIMARY KEY ("user_id","import_id","seq")
);

-- CreateTable
CREATE TABLE "user_import_titles" (
    "user_id" INTEGER NOT NULL,
    "import_id" INTEGER NOT NULL,
    "id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "hint" JSONB NOT NULL,
    "entries" INTEGER NOT NULL,
    "match" TEXT NOT NULL DEFAULT 'unmatched',
    "medium_id" INTEGER,
    "confidence" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "choices" JSONB NOT NULL DEFAULT '[]',
    "facts" JSONB NOT NULL DEFAULT '{}',
    "change" JSONB,

    CONSTRAINT "user_import_titles_pkey" PRIMARY KEY ("user_id","import_id","id")
);

-- CreateTable
CREATE TABLE "user_import_changes" (
    "user_id" INTEGER NOT NULL,
    "import_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "user_import_changes_pkey" PRIMARY KEY ("user_id","import_id","kind","ref")
);

-- CreateIndex
CREATE INDEX "user_medium_seen_medium_id_idx" ON "user_medium_seen"("medium_id");

-- CreateIndex
CREATE INDEX "user_import_rows_user_id_import_id_key_idx" ON "user_import_rows"("user_id", "import_id", "key");

-- CreateIndex
CREATE INDEX "user_import_rows_user_id_import_id_list_seq_idx" ON "user_import_rows"("user_id", "import_id", "list", "seq");

-- CreateIndex
CREATE INDEX "user_import_titles_user_id_import_id_medium_id_idx" ON "user_import_titles"("user_id", "import_id", "medium_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_import_titles_user_id_import_id_key_key" ON "user_import_titles"("user_id", "import_id", "key");

-- CreateIndex
CREATE INDEX "media_external_id_idx" ON "media"("external_id");

-- AddForeignKey
ALTER TABLE "user_medium_seen" ADD CONSTRAINT "user_medium_seen_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_medium_seen" ADD CONSTRAINT "user_medium_seen_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_imports" ADD CONSTRAINT "user_imports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_import_parts" ADD CONSTRAINT "user_import_parts_user_id_import_id_fkey" FOREIGN KEY ("user_id", "import_id") REFERENCES "user_imports"("user_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_import_rows" ADD CONSTRAINT "user_import_rows_user_id_import_id_fkey" FOREIGN KEY ("user_id", "import_id") REFERENCES "user_imports"("user_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_import_titles" ADD CONSTRAINT "user_import_titles_user_id_import_id_fkey" FOREIGN KEY ("user_id", "import_id") REFERENCES "user_imports"("user_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_import_changes" ADD CONSTRAINT "user_import_changes_user_id_import_id_fkey" FOREIGN KEY ("user_id", "import_id") REFERENCES "user_imports"("user_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Checks ----------------------------------------------------------------------------------------------

ALTER TABLE user_imports
  ADD CONSTRAINT user_imports_state_check CHECK (state IN
    ('reading', 'matching', 'ready', 'applying', 'applied', 'undoing', 'undone', 'failed')),
  ADD CONSTRAINT user_imports_progress_check CHECK (progress BETWEEN 0 AND 100),
  ADD CONSTRAINT user_imports_applied_check CHECK (state NOT IN ('applied', 'undoing', 'undone') OR applied_at IS NOT NULL);
-- Two uploads of one file at the same time make one import.
CREATE UNIQUE INDEX user_imports_one_open ON user_imports (user_id, source, sha256)
  WHERE state IN ('reading', 'matching', 'ready', 'applying');
ALTER TABLE user_import_rows
  ADD CONSTRAINT user_import_rows_cap_check CHECK (over_cap IN ('lists', 'titles_per_list', 'list_entries'));
ALTER TABLE user_import_titles
  ADD CONSTRAINT user_import_titles_match_check CHECK (match IN ('matched', 'doubtful', 'unmatched')),
  ADD CONSTRAINT user_import_titles_medium_check CHECK (match <> 'matched' OR medium_id IS NOT NULL);

-- Matching looks titles up by their search text, and suggests similar ones.
CREATE INDEX media_search_text ON media (marquee_search_text(title));
CREATE INDEX media_search_text_similar ON media USING gin (marquee_search_text(title) gin_trgm_ops);

-- What a user has seen is part of their taste.
SELECT marquee_watch('user_medium_seen', 'marquee_notify_by_user_id');
