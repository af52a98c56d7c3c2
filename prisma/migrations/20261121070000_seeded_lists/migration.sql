-- AlterTable
ALTER TABLE "user_lists" ADD COLUMN     "seeded" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE user_lists ADD CONSTRAINT user_lists_seeded_check CHECK (NOT seeded OR list_type = 'staff');
