-- CreateTable
CREATE TABLE "year_posters" (
    "user_id" INTEGER NOT NULL,
    "year" SMALLINT NOT NULL,
    "code" TEXT NOT NULL,
    "lines" TEXT[],
    "loved" INTEGER[],
    "ends" INTEGER[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "year_posters_pkey" PRIMARY KEY ("user_id","year")
);

-- CreateIndex
CREATE UNIQUE INDEX "year_posters_code_key" ON "year_posters"("code");

-- AddForeignKey
ALTER TABLE "year_posters" ADD CONSTRAINT "year_posters_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
