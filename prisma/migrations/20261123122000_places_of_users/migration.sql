-- A deleted account gives its place back.
DELETE FROM plan_places WHERE user_id IS NULL;
ALTER TABLE "plan_places" DROP CONSTRAINT "plan_places_user_id_fkey";
ALTER TABLE "plan_places" ADD CONSTRAINT "plan_places_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
