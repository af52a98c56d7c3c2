-- CreateTable
CREATE TABLE "medium_titles" (
    "medium_id" INTEGER NOT NULL,
    "language" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "source" TEXT NOT NULL,

    CONSTRAINT "medium_titles_pkey" PRIMARY KEY ("medium_id","language")
);

-- AddForeignKey
ALTER TABLE "medium_titles" ADD CONSTRAINT "medium_titles_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The languages that `toLanguage` (apps/api/src/core/languages.ts) returns.
ALTER TABLE medium_titles
  ADD CONSTRAINT medium_titles_language_check CHECK (language ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'),
  ADD CONSTRAINT medium_titles_title_check CHECK (char_length(title) BETWEEN 1 AND 500);

-- Imports of members find titles by it, like media_search_text.
CREATE INDEX medium_titles_search_text ON medium_titles (marquee_search_text(title));

SELECT marquee_watch('medium_titles', 'marquee_notify_catalogue', 'catalogue');
