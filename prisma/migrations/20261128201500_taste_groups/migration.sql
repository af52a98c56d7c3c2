-- CreateTable
CREATE TABLE "taste_groups" (
  "user_id" INTEGER NOT NULL,
  "group_id" INTEGER NOT NULL,
  "name" TEXT,
  "dismissed" BOOLEAN NOT NULL DEFAULT false,
  "medium_ids" INTEGER[],
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "taste_groups_pkey" PRIMARY KEY ("user_id","group_id")
);

-- AddForeignKey
ALTER TABLE "taste_groups" ADD CONSTRAINT "taste_groups_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written by hand: the length of a name, and caches learn of changes as of other tables of a taste.
ALTER TABLE "taste_groups" ADD CONSTRAINT "taste_groups_name_check" CHECK (char_length(name) BETWEEN 1 AND 60);
SELECT marquee_watch('taste_groups', 'marquee_notify_by_user_id');
