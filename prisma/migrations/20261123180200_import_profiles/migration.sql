-- AlterTable
ALTER TABLE "user_imports" ALTER COLUMN "source" DROP NOT NULL,
ADD COLUMN     "profiles" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "profile" TEXT;

ALTER TABLE user_imports
  DROP CONSTRAINT user_imports_state_check,
  ADD CONSTRAINT user_imports_state_check CHECK (state IN
    ('reading', 'profile', 'matching', 'ready', 'applying', 'applied', 'undoing', 'undone', 'failed'));
