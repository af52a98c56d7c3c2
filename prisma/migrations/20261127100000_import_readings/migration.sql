-- How the file of an import was read, and how its owner wants it to be read.
ALTER TABLE "user_imports" ADD COLUMN     "chosen" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "files" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "files_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "kind" TEXT,
ADD COLUMN     "looks_like" TEXT,
ADD COLUMN     "read_before_ms" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "scale" SMALLINT,
ADD COLUMN     "scale_certain" BOOLEAN NOT NULL DEFAULT false;
