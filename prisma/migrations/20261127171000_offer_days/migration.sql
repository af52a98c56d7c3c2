-- AlterTable
ALTER TABLE "provider_medium" ADD COLUMN     "has_own_day" BOOLEAN NOT NULL DEFAULT false;

-- The demo catalogue had no lines of story. The sentences that stood in their place were composed from its other facts.
UPDATE media SET overview = NULL, updated_at = now() WHERE source = 'demo' AND overview IS NOT NULL;
