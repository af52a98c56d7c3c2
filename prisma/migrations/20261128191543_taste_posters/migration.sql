-- CreateTable
CREATE TABLE "taste_posters" (
    "user_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "groups" TEXT[],
    "year" SMALLINT,
    "loved" INTEGER[],
    "surprising" INTEGER[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "taste_posters_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "taste_posters_code_key" ON "taste_posters"("code");

-- AddForeignKey
ALTER TABLE "taste_posters" ADD CONSTRAINT "taste_posters_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
