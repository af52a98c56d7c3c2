-- AlterTable
ALTER TABLE "media" ADD COLUMN     "language" TEXT,
ADD COLUMN     "themes" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- The languages that `toLanguage` (apps/api/src/core/languages.ts) returns.
ALTER TABLE media
  ADD CONSTRAINT media_language_check CHECK (language ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$') NOT VALID;
ALTER TABLE media VALIDATE CONSTRAINT media_language_check;
