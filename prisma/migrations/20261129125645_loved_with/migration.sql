-- AlterTable
ALTER TABLE "media" ADD COLUMN     "credits_scene" TEXT,
ADD COLUMN     "loved_with" TEXT[] DEFAULT ARRAY[]::TEXT[];

ALTER TABLE media
  ADD CONSTRAINT media_credits_scene_check CHECK (credits_scene IN ('during', 'after', 'both')) NOT VALID;
ALTER TABLE media VALIDATE CONSTRAINT media_credits_scene_check;
