-- AlterTable
ALTER TABLE "users" ADD COLUMN     "push_episode" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "push_invitation" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "push_round" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "push_saved" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "quiet_from" TEXT,
ADD COLUMN     "quiet_to" TEXT;

-- CreateTable
CREATE TABLE "push_subscriptions" (
    "user_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "session_ends_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY ("user_id","id")
);

-- CreateTable
CREATE TABLE "pushes_sent" (
    "user_id" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "day" DATE NOT NULL,

    CONSTRAINT "pushes_sent_pkey" PRIMARY KEY ("user_id","subject","day")
);

-- CreateIndex
CREATE UNIQUE INDEX "push_subscriptions_endpoint_key" ON "push_subscriptions"("endpoint");

-- AddForeignKey
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pushes_sent" ADD CONSTRAINT "pushes_sent_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Either both ends of the quiet hours are known, or there are none.
ALTER TABLE "users" ADD CONSTRAINT "users_quiet_hours_check" CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)) NOT VALID;
ALTER TABLE "users" VALIDATE CONSTRAINT "users_quiet_hours_check";
