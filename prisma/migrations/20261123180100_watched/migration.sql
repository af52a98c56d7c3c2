-- CreateTable
CREATE TABLE "watch_hooks" (
    "user_id" INTEGER NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "account_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "watch_hooks_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "watch_events" (
    "user_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "medium_id" INTEGER NOT NULL,
    "seen_on" DATE NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "was_seen" BOOLEAN NOT NULL,
    "previous_seen_on" DATE,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "watch_events_pkey" PRIMARY KEY ("user_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "watch_hooks_secret_hash_key" ON "watch_hooks"("secret_hash");

-- CreateIndex
CREATE INDEX "watch_events_medium_id_idx" ON "watch_events"("medium_id");

-- CreateIndex
CREATE UNIQUE INDEX "watch_events_user_id_medium_id_seen_on_key" ON "watch_events"("user_id", "medium_id", "seen_on");

-- AddForeignKey
ALTER TABLE "watch_hooks" ADD CONSTRAINT "watch_hooks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "watch_events" ADD CONSTRAINT "watch_events_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "watch_events" ADD CONSTRAINT "watch_events_medium_id_fkey" FOREIGN KEY ("medium_id") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
